import TrustAPI
import TrustModel

/// A client as configured; users and groups are resolved when the daemon starts.
struct ClientConfiguration: Sendable, Equatable {
    enum Credential: Sendable, Equatable {
        case unixUser(AccountReference)
        case unixGroup(AccountReference)
        /// SHA-256 digests of the tokens; two during a rotation.
        case tokens([Fingerprint])
        case anonymous
    }

    let name: String
    let credential: Credential
    let rights: [ClientRight]
    /// The policy sets that the client may write.
    var writable: [WritePattern] = []
}

extension ClientConfiguration {
    /// Returns the client with its user or group ID.
    ///
    /// - Throws: ``CommandFailure`` if the account does not exist, or stands for all accounts without an ID.
    func resolved() throws(CommandFailure) -> APIClient {
        APIClient(name: name, credential: try resolvedCredential(), rights: Set(rights), writable: writable)
    }

    private func resolvedCredential() throws(CommandFailure) -> APIClient.Credential {
        switch credential {
        case .unixUser(let user): .user(try identifier(of: user, .user, "unixUser"))
        case .unixGroup(let group): .group(try identifier(of: group, .group, "unixGroup"))
        case .tokens(let digests): .tokens(digests)
        case .anonymous: .anonymous
        }
    }

    private func identifier(
        of account: AccountReference,
        _ kind: AccountReference.Kind,
        _ key: String
    ) throws(CommandFailure) -> UInt32 {
        do throws(AccountReference.Failure) {
            return try account.credential(as: kind)
        } catch {
            throw CommandFailure(["clients: \(name): \(key): \(error.reason)"], status: error.status)
        }
    }
}

extension AccountReference {
    /// Returns the user ID or the group ID of a client.
    ///
    /// - Throws: ``Failure`` if the account does not exist, or stands for all accounts without an ID.
    func credential(as kind: Kind) throws(Failure) -> UInt32 {
        let number = try identifier(as: kind)
        guard number != APIClient.overflowID else {
            let reason =
                "the \(kind.rawValue) \(self) has the ID \(number), which the system also reports for every unknown "
                + "\(kind.rawValue); use another \(kind.rawValue)"
            throw Failure(reason: reason, status: .usage)
        }
        return number
    }
}
