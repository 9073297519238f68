; The installer of Windows: for one user, without administrator rights.
;
;   makensis -DVERSION=1.0.0 -DBUNDLE=folder -DOUTPUT=file.exe m44-workshop.nsi

Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "M44 Workshop"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\M44 Workshop"
InstallDirRegKey HKCU "Software\M44 Workshop" "Folder"
!define MUI_ICON "${ICON}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\M44 Workshop"
!define FILE_TYPE "M44Workshop.Scenario"

!include "MUI2.nsh"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\m44-editor.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Italian"
!insertmacro MUI_LANGUAGE "Russian"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"

Section
    ; Files of an older version would otherwise be left between the new ones.
    RMDir /r "$INSTDIR\_internal"
    RMDir /r "$INSTDIR\licences"
    SetOutPath "$INSTDIR"
    File /r "${BUNDLE}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\M44 Workshop.lnk" "$INSTDIR\m44-editor.exe"

    WriteRegStr HKCU "Software\M44 Workshop" "Folder" "$INSTDIR"
    WriteRegStr HKCU "Software\Classes\.m44\OpenWithProgids" "${FILE_TYPE}" ""
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}" "" "Memoir '44 scenario"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\DefaultIcon" "" "$INSTDIR\m44-editor.exe,0"
    WriteRegStr HKCU "Software\Classes\${FILE_TYPE}\shell\open\command" "" '"$INSTDIR\m44-editor.exe" "%1"'

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "M44 Workshop"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\m44-editor.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The M44 Workshop contributors"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)' ; icons of files
SectionEnd

Section "Uninstall"
    ; Only what was installed: the folder may have been one with other files.
    RMDir /r "$INSTDIR\_internal"
    RMDir /r "$INSTDIR\licences"
    Delete "$INSTDIR\m44.exe"
    Delete "$INSTDIR\m44-editor.exe"
    Delete "$INSTDIR\LICENSE"
    Delete "$INSTDIR\*.md"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\M44 Workshop.lnk"
    DeleteRegValue HKCU "Software\Classes\.m44\OpenWithProgids" "${FILE_TYPE}"
    DeleteRegKey HKCU "Software\Classes\${FILE_TYPE}"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\M44 Workshop"
SectionEnd
