#!/bin/sh
# Rewrite the lock files after a change of the dependencies in pyproject.toml. Needs uv.
set -eu
cd "$(dirname "$0")/.."
lock() {
    out=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
        --output-file "packaging/$out" "$@" pyproject.toml
}
lock core-tests.lock --extra pdf --extra publish --extra site --extra translate --group core-tests
lock editor.lock --extra editor --extra pdf --extra publish --extra site --extra translate --group build
lock tests.lock --extra cluster --extra editor --extra pdf --extra publish --extra site --extra translate --group dev
lock build.lock --extra editor --group package
lock bundle.lock --extra editor --extra pdf --extra publish --extra site --extra spelling --extra translate --group bundle
lock compile.lock --group compile
