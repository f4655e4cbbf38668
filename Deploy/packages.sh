# Functions for the scripts of this directory.

# is_installed PACKAGE: whether a Debian package is installed.
is_installed() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# install_missing PACKAGE...: installs missing Debian packages, and prints their names.
install_missing() {
    local missing=() package
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "missing packages: ${missing[*]}; install them as root: apt-get install ${missing[*]}" >&2
            return 1
        }
        sudo=(sudo)
    fi
    echo "Installing Debian packages: ${missing[*]}"
    "${sudo[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# require_swift: fails if there is no Swift toolchain. The scripts do not install one.
require_swift() {
    command -v swift >/dev/null || {
        echo "swift is not in PATH: install a Swift 6.2 toolchain or newer from https://www.swift.org/install" >&2
        return 1
    }
}
