# Functions of Deploy/package-check for a system that is not booted.

# setting UNIT KEY: the values of a key of an installed unit.
setting() { sed -n "s/^$2=//p" "$tree/usr/lib/systemd/system/$1"; }

# start_daemon: starts the command of the unit with its user, groups, directories and limit of files, and without capabilities.
# The program systemd-socket-activate opens the sockets of the socket unit, and starts the command for the first connection.
start_daemon() {
    local unit=anchord.service user group kind address sockets=()
    user=$(setting $unit User) group=$(setting $unit Group)
    for kind in State:lib Cache:cache Logs:log; do
        inside "install -d -m $(setting $unit "${kind%:*}DirectoryMode") -o $user -g $group /var/${kind#*:}/$(setting $unit "${kind%:*}Directory")" || return
    done
    inside "install -d -m $(setting anchord.socket DirectoryMode) /run/anchord" || return
    while read -r address; do sockets+=("--listen=${address/#\//$tree/}"); done < <(setting anchord.socket ListenStream)
    systemd-socket-activate "${sockets[@]}" --setenv=PATH="$PATH" bash -c ". $here/package.d/trees.sh; ulimit -n $(setting $unit LimitNOFILE); umask $(setting $unit UMask)
        identity=(--reuid $(inside "id -u $user") --regid $(group_number "$group") --bounding-set=-all --inh-caps=-all --no-new-privs
            --groups $(group_number "$(setting $unit SupplementaryGroups)"))
        in_tree $tree 'export LISTEN_PID=\$\$ LISTEN_FDS=${#sockets[@]} $(setting $unit Environment | tr '\n' ' '); exec $(setting $unit ExecStart)'" \
        >"$work/daemon" 2>&1 &
    daemon=$!
    for _ in $(seq 100); do [ ! -S "$tree/run/anchord/anchord.sock" ] || break; sleep 0.1; done
    inside "chgrp $(setting anchord.socket SocketGroup) /run/anchord/anchord.sock; chmod $(setting anchord.socket SocketMode) /run/anchord/anchord.sock"
}

# group_number GROUP: the number of a group of the installed system.
group_number() { inside "getent group $1" | cut -d : -f 3; }

# stop_daemon: ends the daemon as systemd does, and removes its sockets.
stop_daemon() {
    kill "$(cat "$tree/root/daemon-pid")" && wait "$daemon" && daemon= && grep stopped "$work/daemon" && rm -r "$tree/run/anchord"
}
