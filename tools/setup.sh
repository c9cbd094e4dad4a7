# Sourced by ./run and ./test: Debian packages and builds, each only when something is
# missing. Everything is said on stderr, so that stdout stays the program's own.

say() { printf '%s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# packages SECTION...: the names in these sections of tools/packages.txt.
packages() {
  awk -v wanted=" $* " '
    /^\[/ { section = substr($0, 2, length($0) - 2); next }
    /^[a-z0-9]/ && index(wanted, " " section " ") { print $1 }' "$root/tools/packages.txt"
}

# install_packages SECTION...: apt-get for what is missing; nothing at all if nothing is.
install_packages() {
  command -v dpkg-query >/dev/null || die "$name: no dpkg here. Meguri is set up for Debian 12: install what tools/packages.txt names in your system's way, then set MEGURI_NO_SETUP=1."
  local missing=() package
  while read -r package; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done < <(packages "$@")
  ((${#missing[@]})) || return 0

  say "$name: installing ${#missing[@]} Debian packages: ${missing[*]}"
  apt_install "${missing[@]}"
}

# install_deb FILE: this package, and what it depends on; nothing if just this is installed.
install_deb() {
  [[ -f $1 ]] || die "$name: there is no $1"
  local file installed
  file=$(realpath "$1")
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Version}' meguri 2>/dev/null || true)
  [[ $installed != "installed $(dpkg-deb -f "$file" Version)" ]] ||
    ! cmp -s /usr/bin/meguri <(dpkg-deb --fsys-tarfile "$file" | tar -xO ./usr/bin/meguri) || return 0
  say "$name: installing $1"
  apt_install --reinstall --allow-downgrades "$file"
}

# apt_install ARGUMENT...: as root, or by sudo.
apt_install() {
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "$name: this is neither root nor a user with sudo. As root: apt-get install $*"
    as_root=(sudo)
  fi
  local log="$root/build/setup.log"
  mkdir -p "$root/build"
  # A list that can't be had now may not be needed: install decides.
  "${as_root[@]}" apt-get update -q >"$log" 2>&1 || say "$name: apt-get update had trouble; going on with the lists at hand"
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    die "$name: apt-get failed; its whole output is in build/setup.log"
  fi
}

# progress LOG: stdin to the file LOG, and how far it is to stderr: ninja's "[412/547] …" or ctest's
# " 7/22 Test …". On a terminal one line that is written over, elsewhere a line every half a minute.
progress() {
  local line count last=$SECONDS shown=0
  : >"$1"
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    [[ $line =~ ^\[?\ *([0-9]+)/([0-9]+)[]\ ] ]] || continue
    count="  ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
    if [[ -t 2 ]]; then
      printf '\r%s\033[K' "$count" >&2
      shown=1
    elif ((SECONDS - last >= 30)); then
      printf '%s\n' "$count" >&2
      last=$SECONDS
    fi
  done
  ((shown == 0)) || printf '\r\033[K' >&2
}

# build PRESET [TARGET...]: configures when there is need to, then builds what changed. Says nothing if
# there is nothing to do, and how far it is if it takes long. One at a time in a build folder.
build() {
  local preset=$1 dir="$root/build/$1" log="$root/build/$1.log"
  shift
  mkdir -p "$root/build"
  exec 9>"$root/build/$preset.lock"
  flock 9
  local fresh=()
  # A checkout that was moved or copied: the build folder still speaks of the old place.
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt" || fresh=(--fresh)
  if [[ ! -f $dir/build.ninja || $root/CMakePresets.json -nt $dir/build.ninja ]] || ((${#fresh[@]})); then
    say "$name: configuring build/$preset"
    if ! (cd "$root" && cmake "${fresh[@]}" --preset "$preset") >"$log" 2>&1; then
      rm -f "$dir/build.ninja"
      tail -n 30 "$log" >&2
      say "$name: cmake failed; its whole output is in build/$preset.log"
      exec 9>&-
      return 1
    fi
    say "$name: building build/$preset (the first time takes some minutes)"
  fi
  ninja -C "$dir" "${@:-all}" 2>&1 | progress "$log"
  if ((PIPESTATUS[0] != 0)); then
    grep -E -A 8 'error|FAILED' "$log" | head -n 60 >&2
    say "$name: the build failed; its whole output is in build/$preset.log"
    exec 9>&-
    return 1
  fi
  exec 9>&-
}

# python_programs FOLDER REQUIREMENTS WHAT: these packages of PyPI, in build/FOLDER; exit 77 if they
# can't be had. Whole only if it was made from these requirements.
python_programs() {
  local venv=$root/build/$1 log=$root/build/$1.log
  ! cmp -s "$2" "$venv/requirements.txt" || return 0
  rm -rf "$venv"
  mkdir -p "$root/build"
  if ! { python3 -m venv "$venv" && timeout 400 "$venv/bin/pip" install --no-cache-dir --no-deps \
    --requirement "$2"; } >"$log" 2>&1; then
    tail -n 3 "$log" >&2
    echo "PyPI's $3 can't be had here"
    exit 77
  fi
  cp "$2" "$venv/"
}
