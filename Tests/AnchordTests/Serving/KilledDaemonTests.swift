import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Daemons with a disk cache that are killed while they fetch, read and write evidence.
///
/// `ANCHORD_KILL_ROUNDS` is the number of rounds.
@Suite struct `A killed daemon with a disk cache` {
    private static let rounds = ProcessInfo.processInfo.environment["ANCHORD_KILL_ROUNDS"].flatMap { Int($0) } ?? 10
    private static let maximumBytes = 1 << 20

    private let directory: TemporaryDirectory
    private var cache: String { "\(directory.path)/cache" }

    init() throws { directory = try TemporaryDirectory() }

    @discardableResult
    private func shell(_ script: String) throws -> String {
        let result = try ShellCommand.run(script, in: directory.path)
        #expect(result.status == 0, "\(script): \(result.text)")
        return result.text
    }

    /// Issues a root, a good leaf and a revoked leaf with different URLs of the CRL, and a CRL of about 600 KiB.
    private func issue(port: Int) throws {
        try shell(
            """
            set -e
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout root.key -out root.pem \
                -days 30 -subj /CN=Root -addext keyUsage=critical,keyCertSign,cRLSign 2>/dev/null
            for serial in 11 12; do
                printf 'subjectAltName=DNS:www.example.com\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n\
            crlDistributionPoints=URI:http://127.0.0.1:\(port)/'$serial'.crl\n' > leaf.ext
                openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $serial.key -out $serial.csr \
                    -subj /CN=leaf$serial 2>/dev/null
                openssl x509 -req -in $serial.csr -CA root.pem -CAkey root.key -set_serial 0x$serial -days 20 \
                    -extfile leaf.ext -out $serial.pem 2>/dev/null
            done
            printf 'R\\t301231000000Z\\t260101000000Z\\t12\\tunknown\\t/CN=leaf12\n' > index.txt
            awk 'BEGIN { for (i = 0; i < 17000; i++)
                printf "R\\t301231000000Z\\t260101000000Z\\t%08X\\tunknown\\t/CN=x\\n", 268435456 + i }' >> index.txt
            printf '[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\ncrlnumber=number\ndefault_md=sha256\n' > ca.cnf
            echo 01 > number
            openssl ca -config ca.cnf -gencrl -crldays 5 -keyfile root.key -cert root.pem -out root.crl.pem 2>/dev/null
            openssl crl -in root.crl.pem -outform DER -out root.crl
            """
        )
        try directory.write(
            "policies/fetch.yaml",
            """
            policies:
              hard:
                evaluator: default
                revocation: {networkAccess: true, scope: leaf, methods: [crl], requirePositiveResponse: true}

            """
        )
        for serial in ["11", "12"] {
            let members = [
                "chain": try String(contentsOfFile: "\(directory.path)/\(serial).pem", encoding: .utf8),
                "host": "www.example.com", "policy": "fetch/hard", "deadline": "20s",
            ]
            let body = try JSONSerialization.data(withJSONObject: members)
            try directory.write("\(serial).json", String(decoding: body, as: UTF8.self))
        }
    }

    private func daemon() throws -> AnchordDaemon {
        try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--system-anchors", "\(directory.path)/root.pem", "--network-enabled", "true",
            "--network-allow", "127.0.0.1", "--policies", "\(directory.path)/policies", "--caches-verdicts", "0",
            "--evidence-directory", cache, "--evidence-bytes", "\(Self.maximumBytes)",
        ])
    }

    /// Checks the directory as a start leaves it.
    private func checkDirectory() throws {
        // The directory of issuers is a cache of its own.
        let names = try FileManager.default.contentsOfDirectory(atPath: cache).filter { $0 != "issuers" }
        #expect(names.allSatisfy { $0.hasSuffix(".cache") }, "\(names)")
        let sizes = try names.map { name in
            try FileManager.default.attributesOfItem(atPath: "\(cache)/\(name)")[.size] as? Int ?? 0
        }
        #expect(sizes.reduce(0, +) <= Self.maximumBytes, "\(sizes)")
    }

    /// Lists and removes the entries beside the running daemon.
    private func checkCommands() throws {
        let options = ["--directory", cache]
        let list = try AnchordProgram.run(["evidence", "list"] + options)
        #expect(list.status == 0)
        #expect(list.output.contains("http://127.0.0.1:") && list.output.contains("CN=Root"), "\(list.output)")
        let purge = try AnchordProgram.run(["evidence", "purge"] + options)
        #expect(purge.status == 0 && purge.output.hasPrefix("removed "), "\(purge.output)")
        #expect(try AnchordProgram.run(["evidence", "list"] + options).output == "no entries\n")
    }

    /// Sends requests about both leaves, kills the fetcher or the daemon meanwhile, and returns the responses.
    private func killWhileAsking(_ daemon: AnchordDaemon, at address: String, fetcherOnly: Bool) throws -> [String] {
        let (id, delay) = (daemon.processID, Int.random(in: 0...400))
        let victims = fetcherOnly ? "$(cat /proc/\(id)/task/\(id)/children)" : "\(id)"
        try shell(
            """
            for request in 11 12 11 12; do
                curl -s --max-time 40 -H 'Content-Type: application/json' -d @$request.json \
                    http://\(address)/v1/evaluations > $request.$RANDOM.out &
                sleep 0.05
            done
            sleep \(Double(delay) / 1000)  # Deliberate pause: the time of the kill is random.
            kill -9 \(victims) 2>/dev/null || true
            wait || true
            """
        )
        let outputs = try shell("for output in *.out; do echo \"$output $(cat $output)\"; done; rm -f *.out")
        return outputs.split(separator: "\n").map(String.init)
    }

    /// Asks about both leaves without a kill, so that there are responses also on a busy machine.
    private func ask(at address: String) throws -> [String] {
        let outputs = try shell(
            """
            for request in 11 12; do
                echo "$request. $(curl -s --max-time 120 -H 'Content-Type: application/json' -d @$request.json \
                    http://\(address)/v1/evaluations)"
            done
            """
        )
        return outputs.split(separator: "\n").map(String.init)
    }

    @Test(.timeLimit(.minutes(30))) func `starts again, and allows no revoked certificate`() throws {
        let server = try RevocationListServer()
        try issue(port: server.port)
        server.serve(try Data(contentsOf: URL(filePath: "\(directory.path)/root.crl")))
        var (allowed, denied, cached) = (0, 0, 0)
        func count(_ responses: [String]) {
            for response in responses {
                let isTrusted = response.contains("\"trusted\":true")
                if response.hasPrefix("12.") {
                    #expect(!isTrusted, "\(response)")
                    if response.contains("revocation.revoked") { denied += 1 }
                } else if isTrusted {
                    allowed += 1
                }
                if response.contains("\"source\":\"cache\"") { cached += 1 }
            }
        }
        for round in 0..<Self.rounds {
            let daemon = try daemon()
            try checkDirectory()
            let address = try #require(daemon.addresses.first)
            count(try killWhileAsking(daemon, at: address, fetcherOnly: round % 3 == 2))
            daemon.signal(SIGKILL)
            _ = daemon.end()
        }
        let last = try daemon()
        try checkDirectory()
        count(try ask(at: try #require(last.addresses.first)))
        try checkCommands()
        last.signal(SIGTERM)
        last.expectEnd()
        print("\(Self.rounds) rounds: \(allowed) allowed, \(denied) denied as revoked, \(cached) from a cache")
        #expect(allowed > 0)
        #expect(denied > 0)
    }
}
