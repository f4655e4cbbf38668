import MicrohttpdServer
import StructuredDocuments
import TrustModel

/// The variables that Kubernetes sets in each container for each service, here for services whose names begin with anchord.
///
/// For the service `anchord-limits`, these are for example `ANCHORD_LIMITS_SERVICE_HOST=10.0.0.1` and
/// `ANCHORD_LIMITS_PORT_8778_TCP=tcp://10.0.0.1:8778`.
enum KubernetesVariable {
    private static let protocols = ["tcp", "udp", "sctp"]

    /// Returns whether a variable has the form and a value of Kubernetes.
    static func isSet(_ name: String, to value: String) -> Bool {
        let isName = name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "_") }
        guard isName else { return false }
        let words = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        return words.indices.dropFirst().contains { isSet(Array(words[$0...]), to: value) }
    }

    /// Returns whether the words after the name of a service have a value of Kubernetes.
    private static func isSet(_ words: [String], to value: String) -> Bool {
        guard words.first == "PORT" else {
            guard words.starts(with: ["SERVICE", "PORT"]) else {
                return words == ["SERVICE", "HOST"] && isAddress(value)
            }
            return isPort(value)
        }
        if words.count == 1 { return isURL(value) }
        guard (3...4).contains(words.count), isPort(words[1]), protocols.contains(words[2].lowercased()) else {
            return false
        }
        return switch words.dropFirst(3).first {
        case nil: isURL(value)
        case "PROTO": value == words[2].lowercased()
        case "PORT": value == words[1]
        case "ADDR": isAddress(value)
        default: false
        }
    }

    private static func isAddress(_ text: String) -> Bool { IPAddress(text) != nil }

    private static func isPort(_ text: String) -> Bool {
        text.utf8.allSatisfy(\.isDigit) && UInt16(text).map { $0 > 0 } ?? false
    }

    private static func isURL(_ text: String) -> Bool {
        protocols.contains { name in
            guard text.hasPrefix("\(name)://") else { return false }
            guard case .tcp = try? ListenAddress(String(text.dropFirst(name.count + 3))) else { return false }
            return true
        }
    }
}
