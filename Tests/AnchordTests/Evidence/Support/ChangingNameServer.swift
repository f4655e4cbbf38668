import Foundation
import Glibc
import Synchronization

/// A DNS server whose names can have other addresses in each answer, with a lifetime of zero.
final class ChangingNameServer {
    /// The addresses of a name: one list for each look-up in turn; the last list is repeated.
    typealias Answers = [[String]]

    /// A name, with the numbers of questions for A and AAAA records.
    private final class Name: Sendable {
        let answers: Answers
        let v4 = Atomic(0)
        let v6 = Atomic(0)

        init(_ answers: Answers) { self.answers = answers }

        /// Counts a question, and returns the addresses of both families for it.
        func next(isV6: Bool) -> [String] {
            let number = isV6 ? v6.add(1, ordering: .relaxed).oldValue : v4.add(1, ordering: .relaxed).oldValue
            return answers[min(number, answers.count - 1)]
        }
    }

    private let descriptor: Int32
    private let names: [String: Name]

    /// Answers on a bound UDP socket.
    init(_ socket: BoundSocket, _ table: [String: Answers]) {
        descriptor = socket.descriptor
        names = table.mapValues(Name.init)
        let (descriptor, names) = (descriptor, names)
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 512)
            while true {
                var (client, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
                let count = unsafe withUnsafeMutableBytes(of: &client) { address in
                    let address = unsafe address.baseAddress?.assumingMemoryBound(to: sockaddr.self)
                    return unsafe recvfrom(descriptor, &bytes, bytes.count, 0, address, &length)
                }
                // The datagram of the destructor is shorter than a header.
                guard count >= 12 else { break }
                let answer = Self.answer(Array(bytes[..<count]), names)
                _ = unsafe withUnsafeBytes(of: &client) { address in
                    let address = unsafe address.baseAddress?.assumingMemoryBound(to: sockaddr.self)
                    return unsafe sendto(descriptor, answer, answer.count, 0, address, length)
                }
            }
            close(descriptor)
        }
    }

    deinit {
        // Ends the thread: a receiver of a UDP socket that is shut down gets an empty result.
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The number of questions for the IPv4 addresses of a name.
    func lookups(_ name: String) -> Int { names[name]?.v4.load(ordering: .relaxed) ?? 0 }

    /// Returns the answer to a query with one question (RFC 1035 section 4).
    private static func answer(_ query: [UInt8], _ names: [String: Name]) -> [UInt8] {
        var (labels, position): ([String], Int) = ([], 12)
        while position < query.count, query[position] > 0, position + Int(query[position]) < query.count {
            let end = position + 1 + Int(query[position])
            labels.append(String(decoding: query[(position + 1)..<end], as: UTF8.self).lowercased())
            position = end
        }
        let end = position + 5
        guard end <= query.count else {
            return Array(query.prefix(2)) + [0x84, 0x01] + [UInt8](repeating: 0, count: 8)
        }
        let type = Int(query[position + 1]) << 8 | Int(query[position + 2])
        let question = Array(query[12..<end])
        var records: [[UInt8]] = []
        let name = names[labels.joined(separator: ".")]
        if let name, type == 1 || type == 28 {
            let addresses = name.next(isV6: type == 28)
            for octets in addresses.filter({ $0.contains(":") == (type == 28) }).map(octets) {
                records.append([0xC0, 0x0C, 0, UInt8(type), 0, 1, 0, 0, 0, 0, 0, UInt8(octets.count)] + octets)
            }
        }
        // An authoritative answer; the status for other names is 3, name error.
        return Array(query.prefix(2)) + [0x84, name == nil ? 3 : 0, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
            + question
            + records.flatMap(\.self)
    }

    private static func octets(_ text: String) -> [UInt8] {
        let isV6 = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
        precondition(unsafe inet_pton(isV6 ? AF_INET6 : AF_INET, text, &bytes) == 1, "\(text) is an address")
        return bytes
    }
}
