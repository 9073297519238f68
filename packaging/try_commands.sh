#!/bin/sh
# Use an installed M44 Workshop as a player would: sh try_commands.sh SCENARIO [M44 [M44-EDITOR]]
#
# Runs every command with --help, then checks, draws, prints, plays and translates a scenario (a
# .m44 file), and opens it in a window if DISPLAY is set. Prints one line for each trial, and
# exits with 1 if one failed. Needs neither Python nor the repository.
# shellcheck disable=SC2317 # functions are called by attempt
set -u
m44=${2:-m44}
editor=${3:-m44-editor}
folder=$(mktemp -d)
cp "$1" "$folder/trial.m44" || exit 2
export XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state" XDG_DATA_HOME="$folder/data" \
    XDG_CACHE_HOME="$folder/cache" M44_LANGUAGE=en
failed=0

attempt() {
    name=$1
    shift
    if "$@" >"$folder/out" 2>&1; then
        echo "ok      $name"
    else
        echo "FAILED  $name (status $?)"
        tail -n 5 "$folder/out" | sed 's/^/        /'
        failed=1
    fi
}

is_picture() {
    [ -s "$1" ] && head -c 8 "$1" | grep -q "$2"
}

cd "$folder" || exit 1
attempt "--version" "$m44" --version
attempt "m44-editor --version" "$editor" --version
commands=$("$m44" --help | sed -n 's/^    \([a-z][a-z]*\)  *.*/\1/p' | sort -u)
[ "$(echo "$commands" | wc -l)" -ge 20 ] || attempt "list of commands" false
for command in $commands; do
    attempt "$command --help" "$m44" "$command" --help
done
attempt "new" "$m44" new empty.m44
attempt "languages" "$m44" languages
attempt "library" "$m44" library .
attempt "check" "$m44" check trial.m44
attempt "convert" "$m44" convert trial.m44 trial.yaml
attempt "diff" "$m44" diff trial.m44 trial.yaml
attempt "render to SVG" "$m44" render trial.m44 trial.svg --legend
attempt "render to PNG" "$m44" render trial.m44 trial.png
attempt "the PNG is one" is_picture trial.png PNG
attempt "sheet" "$m44" sheet trial.m44 trial.pdf
attempt "the sheet is a PDF" is_picture trial.pdf %PDF
attempt "supports" "$m44" supports trial.m44
attempt "play --games 4 --jobs 2" "$m44" play trial.m44 --games 4 --jobs 2
attempt "check --jobs 2" "$m44" check --jobs 2 trial.m44 trial.yaml
attempt "translate export" "$m44" translate export trial.yaml po --to fr
attempt "translate status" "$m44" translate status .
attempt "site" "$m44" site . site
attempt "explain" "$m44" explain M502
attempt "sheet in Chinese" "$m44" sheet trial.m44 chinese.pdf --language zh-Hans

window() {
    "$editor" trial.m44 &
    pid=$!
    sleep "${M44_TRIAL_SECONDS:-8}"
    kill -0 "$pid" || return 1
    if command -v xdotool >/dev/null; then
        xdotool search --onlyvisible --name "M44 Workshop" || return 1
    fi
    if command -v import >/dev/null && [ -n "${M44_TRIAL_PICTURE:-}" ]; then
        import -window root "$M44_TRIAL_PICTURE"
    fi
    kill "$pid"
    wait "$pid"
    [ $? -ne 139 ]
}
if [ -n "${DISPLAY:-}" ]; then
    attempt "window" window
fi
rm -rf "$folder"
exit $failed
