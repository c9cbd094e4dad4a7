# shellcheck shell=bash
# What the comparisons with other people's code read; sourced by their `run` scripts, which
# must be in the project's root. Everything lands in build/bench-data, on the first call.
data=$PWD/build/bench-data
mkdir -p "$data"
# Nothing half done is ever used: it is made here, and moved when it is whole.
new=$(mktemp -d "$data/new.XXXXXX")
trap 'rm -rf "$new"' EXIT

fetch() { # fetch WHAT COMMAND...: quietly, into $new, or exit 77
  local what=$1
  shift
  (cd "$new" && "$@") >"$data/fetch.log" 2>&1 || {
    tail -n 3 "$data/fetch.log" >&2
    echo "$what can't be had here"
    exit 77
  }
}

# The pages of python3.11-doc and openjdk-17-doc, in $data/pages.
fetch_pages() {
  [[ ! -d $data/pages ]] || return 0
  fetch "Debian's documentation packages" apt-get download python3.11-doc openjdk-17-doc
  for package in "$new"/*.deb; do dpkg-deb -x "$package" "$new/docs"; done
  mv "$new/docs/usr/share/doc" "$data/pages"
}

# build TARGET...: in the release preset.
build() {
  ninja -C build/release "$@" >"$data/build.log" 2>&1 || {
    tail -n 20 "$data/build.log" >&2
    exit 1
  }
}
