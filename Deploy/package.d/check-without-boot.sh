# Functions of Deploy/package-check for a system that is not booted.

# setting UNIT KEY: the values of a key of an installed unit.
setting() { sed -n "s/^$2=//p" "$tree/usr/lib/systemd/system/$1"; }

# start_daemon: starts the command of the unit with the unit's user, groups, directories and limit of files, and without
# capabilities. systemd-socket-activate opens the sockets of the socket unit.
start_daemon() {
    local unit=anchord.service user group kind sockets
    user=$(setting $unit User) group=$(setting $unit Group)
    for kind in State:lib Cache:cache Logs:log; do
        inside "install -d -m $(setting $unit "${kind%:*}DirectoryMode") -o $user -g $group /var/${kind#*:}/$(setting $unit "${kind%:*}Directory")" || return
    done
    inside "install -d -m $(setting anchord.socket DirectoryMode) /run/anchord" || return
    sockets=$(setting anchord.socket ListenStream | sed 's/^/--listen=/' | tr '\n' ' ')
    inside "echo \$\$ >/root/daemon-pid; ulimit -n $(setting $unit LimitNOFILE); umask $(setting $unit UMask)
        exec systemd-socket-activate $sockets $(setting $unit Environment | sed 's/^/--setenv=/' | tr '\n' ' ') \
        setpriv --reuid $user --regid $group --groups $(setting $unit SupplementaryGroups) --bounding-set=-all --inh-caps=-all \
        --no-new-privs $(setting $unit ExecStart)" >"$work/daemon" 2>&1 &
    daemon=$!
    for _ in $(seq 100); do [ ! -S "$tree/run/anchord/anchord.sock" ] || break; sleep 0.1; done
    inside "chgrp $(setting anchord.socket SocketGroup) /run/anchord/anchord.sock; chmod $(setting anchord.socket SocketMode) /run/anchord/anchord.sock"
}

# stop_daemon: ends the daemon as systemd does, and removes its sockets.
stop_daemon() {
    kill "$(cat "$tree/root/daemon-pid")" && wait "$daemon" && daemon= && grep stopped "$work/daemon" && rm -r "$tree/run/anchord"
}
