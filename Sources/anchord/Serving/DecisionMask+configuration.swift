import FileAccess
import StructuredDocuments
import TrustAPI
import TrustOpenSSL

extension DecisionMask {
    /// The maximum length of a key in bytes.
    private static let longestKey = 4096

    /// Creates the mask of a configuration, and reads its key.
    init(_ configuration: Configuration) throws(CommandFailure) {
        let decisions = configuration.decisions
        guard let path = decisions.maskKey, !decisions.mask.isEmpty else {
            self = .none
            return
        }
        let hash: KeyedHash?
        // Readers of the log can be in a group of the daemon, and must not read the key.
        let owner = FileReader(user: FileReader.process.user, groups: [])
        do throws(SecretFileFailure) {
            hash = KeyedHash(key: try LocalFiles.secret(of: path, maximum: Self.longestKey, reader: owner))
        } catch {
            let reason =
                error.code == .permissions
                ? "must be accessible to root or the daemon's user alone: change its mode to 0600" : error.reason
            throw CommandFailure([QuotedText.printable("decisions.maskKey: \(path) \(reason)")])
        }
        guard let hash else {
            throw CommandFailure(
                [QuotedText.printable("decisions.maskKey: \(path) has less than \(KeyedHash.leastKey) bytes")]
            )
        }
        self.init(Set(decisions.mask)) { hash.digest(of: $0) }
    }
}
