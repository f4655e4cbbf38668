# Trees of Debian and Ubuntu in which the scripts of this directory check the package.

# The archives of trees that mmdebstrap made, for the next check.
trees=$(dirname "${BASH_SOURCE[0]}")/../../.build/trees

# mirror_of SUITE: the mirror of a release of Debian, or of Ubuntu 24.04 (noble) with its keys.
mirror_of() {
    if [ "$1" != noble ]; then
        echo "deb http://deb.debian.org/debian $1 main"
        return
    fi
    local keyring=$trees/ubuntu-keyring.deb
    curl --silent --show-error --fail --output "$keyring" \
        http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1_all.deb &&
        sha256sum --check --quiet <<<"36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8  $keyring" >&2 &&
        dpkg-deb --extract "$keyring" "$trees/ubuntu-keyring" || return
    echo "deb [signed-by=$(realpath "$trees/ubuntu-keyring/usr/share/keyrings/ubuntu-archive-keyring.gpg")] http://archive.ubuntu.com/ubuntu $1 main universe"
}

# make_archive SUITE: makes the archive of a tree from the mirror, unless there is one of this week.
make_archive() {
    local archive=$trees/$1.tar mirror
    mkdir -p "$trees"
    [ ! -f "$archive" ] || [ "$archive" -ot "${BASH_SOURCE[0]}" ] || [ -z "$(find "$archive" -mtime -7)" ] || return 0
    mirror=$(mirror_of "$1") || return
    mmdebstrap --quiet --variant=minbase --include=apt,systemd,systemd-sysv,dbus,ca-certificates,curl,openssl \
        --customize-hook='sed -i "s/\[signed-by=[^]]*\] //" "$1/etc/apt/sources.list"' "$1" "$archive.new.tar" "$mirror" && mv "$archive.new.tar" "$archive"
}

# make_tree SUITE DIRECTORY: a fresh tree.
make_tree() { make_archive "$1" && mkdir -p "$2" && tar --extract --numeric-owner --file "$trees/$1.tar" --directory "$2"; }

# can_mount: whether this process may mount file systems.
can_mount() { unshare --mount sh -c 'mount -t tmpfs none /mnt' >/dev/null 2>&1; }

# in_tree DIRECTORY COMMAND [SOURCE=TARGET...]: runs a shell command as root in a tree that is not booted, with /proc, /dev and each
# SOURCE at TARGET. The mounts exist only for this command. Without the right to mount, proot(1) redirects the system calls instead.
# The array `identity` has options of setpriv(1) for another user. proot cannot follow a change of users without further rights.
in_tree() {
    local tree=$1 run place binds=() as=()
    [ -z "${identity-}" ] || as=(/usr/bin/setpriv "${identity[@]}")
    run=(/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -ec "$2")
    shift 2
    for place in "$@"; do mkdir -p "$tree${place#*=}"; binds+=("--bind=${place/=/:}"); done
    if can_mount; then
        unshare --mount bash -ec 'tree=$1; shift
            mount -t proc proc "$tree/proc"; mount --bind /dev "$tree/dev"
            until [ "$1" = -- ]; do
                mount --bind "${1%%=*}" "$tree${1#*=}"; shift
            done
            shift; exec /usr/sbin/chroot "$tree" "$@"' - "$tree" "$@" -- "${as[@]}" "${run[@]}"
    else
        "${as[@]}" /usr/bin/proot --rootfs="$tree" --cwd=/ --bind=/proc --bind=/dev "${binds[@]}" "${run[@]}"
    fi
}

# prepare_tree DIRECTORY: lets no service start in a tree that is not booted (policy-rc.d(8)), and gives it the resolver of this machine.
prepare_tree() {
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
    chmod +x "$1/usr/sbin/policy-rc.d"
    cp --remove-destination /etc/resolv.conf "$1/etc/resolv.conf"
    [ -e "$1/etc/hosts" ] || echo '127.0.0.1 localhost' >"$1/etc/hosts"
    # proot(1) does not support the change of users by apt.
    can_mount || echo 'APT::Sandbox::User "root";' >"$1/etc/apt/apt.conf.d/sandbox"
}
