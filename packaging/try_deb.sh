#!/bin/sh
# Install, use, upgrade and purge a package in clean chroots of Debian; as root, with debootstrap:
#
#     sh packaging/try_deb.sh dist/m44-workshop_1.0.0_amd64.deb bookworm trixie
#
# Takes some minutes and 2 GB below $M44_CHROOTS (/var/tmp/m44-chroots). Prints how long each step
# took; the log of a release is in $M44_CHROOTS/RELEASE.log. With M44_OLDER=FILE, it also upgrades
# from that older package.
set -eu
package=$(readlink -f "$1")
shift
here=$(readlink -f "$(dirname "$0")")
chroots=${M44_CHROOTS:-/var/tmp/m44-chroots}
mkdir -p "$chroots"

step() {
    name=$1
    shift
    began=$(date +%s)
    if "$@" >>"$log" 2>&1; then
        echo "$release: $name, $(($(date +%s) - began)) s"
    else
        echo "$release: $name FAILED; see $log"
        tail -n 15 "$log"
        exit 1
    fi
}

inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

install() {
    inside apt-get install --yes --quiet=2 --no-install-recommends "$@"
}

# Make the package again with a higher version, as the next release would be.
make_upgrade() {
    rm -rf "$root/tmp/next"
    dpkg-deb --raw-extract "$package" "$root/tmp/next"
    sed -i 's/^Version: .*/&+next/' "$root/tmp/next/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone --build "$root/tmp/next" "$root/tmp/next.deb"
    rm -rf "$root/tmp/next"
}

# The files of the package must be gone, and so must the menu entry and the file type.
is_purged() {
    inside sh -c '! dpkg-query --status m44-workshop && ! command -v m44 && ! command -v m44-editor \
        && ! ls -d /usr/lib/m44-workshop && ! grep -rqs memoir44 /usr/share/mime/globs /usr/share/applications'
}

has_file_type() {
    inside sh -c 'cp /tmp/trial.m44 /tmp/a.m44 && xdg-mime query filetype /tmp/a.m44 \
        | tee -a /dev/stderr | grep -qx application/x-memoir44-scenario \
        && xdg-mime query default application/x-memoir44-scenario | grep -qx m44-workshop.desktop'
}

# xdg-open is what file managers do on a double click.
# shellcheck disable=SC2016 # expanded in the chroot
opens_editor='xdg-open /tmp/a.m44 & for _ in $(seq 60); do sleep 1
    xdotool search --onlyvisible --name "a.m44.*M44 Workshop" && exit 0; done; exit 1'

for release; do
    root=$chroots/$release
    log=$chroots/$release.log
    : >"$log"
    [ -e "$root/etc/debian_version" ] || step "clean $release" debootstrap --variant=minbase "$release" "$root"
    mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" 2>/dev/null || true
    rm -rf "${root:?}"/tmp/* # of an earlier trial
    cp "$package" "$root/tmp/m44-workshop.deb"
    cp "$here/try_commands.sh" "$here/../scenarios/pegasus-bridge.m44" "$root/tmp"
    cp "$here/../scenarios/pegasus-bridge.m44" "$root/tmp/trial.m44"
    step "apt-get update" inside apt-get update --quiet=2
    if inside sh -c 'command -v python3' >/dev/null; then echo "$release: Python is there already"; fi
    began_install=$(date +%s)
    step "install" install /tmp/m44-workshop.deb
    step "a printed sheet" inside m44 sheet /tmp/trial.m44 /tmp/sheet.pdf
    echo "$release: from apt install to a printed sheet, $(($(date +%s) - began_install)) s"
    step "every command" inside sh /tmp/try_commands.sh /tmp/trial.m44
    step "tools for a window" install xvfb xauth xdotool xdg-utils desktop-file-utils imagemagick \
        libfile-mimeinfo-perl
    step "file type" has_file_type
    step "double click" inside xvfb-run -a sh -c "$opens_editor"
    step "window" inside env M44_TRIAL_PICTURE=/tmp/window.png \
        xvfb-run -a -s "-screen 0 1280x800x24" sh /tmp/try_commands.sh /tmp/trial.m44
    cp "$root/tmp/window.png" "$chroots/$release.png" 2>/dev/null || true
    step "next version" make_upgrade
    step "upgrade" install /tmp/next.deb
    step "the upgraded command" inside m44 check /tmp/trial.m44
    step "purge" inside apt-get purge --yes --quiet=2 m44-workshop
    step "nothing is left" is_purged
    if [ -n "${M44_OLDER:-}" ]; then
        cp "$M44_OLDER" "$root/tmp/older.deb"
        step "older version" install /tmp/older.deb
        step "the older command" inside m44 check /tmp/trial.m44
        step "upgrade from it" install /tmp/m44-workshop.deb
        step "the upgraded command" inside m44 sheet --force /tmp/trial.m44 /tmp/sheet.pdf
        step "file type after it" has_file_type
        step "purge" inside apt-get purge --yes --quiet=2 m44-workshop
        step "nothing is left" is_purged
    fi
done
