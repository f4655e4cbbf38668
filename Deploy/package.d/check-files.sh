# Files for Deploy/package-check.

# make_files DIRECTORY: a CA, a chain for www.example.net, and a policy set that trusts the CA.
make_files() {
    local at=$1
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=Lab Root" -keyout "$at/root.key" -out "$at/root.pem" \
        -addext keyUsage=critical,keyCertSign 2>/dev/null
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=www.example.net" -keyout "$at/leaf.key" 2>/dev/null |
        openssl x509 -req -CA "$at/root.pem" -CAkey "$at/root.key" -days 20 -out "$at/leaf.pem" -extfile <(
            echo "subjectAltName=DNS:www.example.net"
            echo "extendedKeyUsage=serverAuth"
            echo "basicConstraints=critical,CA:false"
        ) 2>/dev/null
    cat "$at/leaf.pem" "$at/root.pem" >"$at/chain.pem"
    printf '%s\n' 'otherwise: lab' 'policies:' '  lab:' '    evaluator: default' '    anchors: [root.pem]' '    anchorsOnly: true' >"$at/lab.yaml"
    rm "$at/root.key" "$at/leaf.key"
}

# make_newer_package PACKAGE RESULT: the same package with a higher version, which the file newer-version beside it has.
make_newer_package() {
    local tree
    tree=$(mktemp -d)
    dpkg-deb --raw-extract "$1" "$tree"
    sed -i 's/^Version: .*/&+newer/' "$tree/DEBIAN/control"
    sed -n 's/^Version: //p' "$tree/DEBIAN/control" >"$(dirname "$2")/newer-version"
    dpkg-deb --build -Zgzip -z1 "$tree" "$2" >/dev/null
    rm -rf "$tree"
}
