#!/bin/sh
# Build the runtime of the AppImage from source, on Debian or Ubuntu:
#
#     sh packaging/appimage_runtime.sh TYPE2_RUNTIME SQUASHFUSE OUT
#
# TYPE2_RUNTIME and SQUASHFUSE are checkouts of https://github.com/AppImage/type2-runtime and
# https://github.com/vasi/squashfuse. Needs autoconf, automake, gcc, libfuse3-dev, libtool,
# libzstd-dev, make, pkg-config and zlib1g-dev. A release uses the runtime of that project instead.
set -eu
runtime=$(readlink -f "$1")
squashfuse=$(readlink -f "$2")
out=$(readlink -f "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$squashfuse" "$work/squashfuse"
cd "$work/squashfuse"
./autogen.sh
CFLAGS="-Os -ffunction-sections -fdata-sections" ./configure \
    --without-lzo --without-lz4 --without-xz --disable-demo --disable-high-level
make
mkdir -p "$work/include/squashfuse"
cp ./*.h "$work/include/squashfuse"
cd "$runtime/src/runtime"
# shellcheck disable=SC2046 # several words
gcc -std=gnu99 -Os -static -D_FILE_OFFSET_BITS=64 -DGIT_COMMIT="\"$(cat version)\"" -T data_sections.ld \
    -ffunction-sections -fdata-sections -Wl,--gc-sections \
    -I"$work/include" -I"$work/include/squashfuse" $(pkg-config --cflags fuse3) runtime.c \
    "$work/squashfuse/.libs/libsquashfuse.a" "$work/squashfuse/.libs/libsquashfuse_ll.a" \
    "$work/squashfuse/.libs/libfuseprivate.a" -lfuse3 -lzstd -lz -lpthread -ldl -o "$out"
strip "$out"
printf 'AI\002' | dd of="$out" bs=1 count=3 seek=8 conv=notrunc status=none # what marks an AppImage
