import FileAccess
import StructuredDocuments
import TrustModel
import TrustPolicies

/// The policy sets of a directory or a file, except the built-in one.
struct PolicyVersion {
    let sets: [String: PolicySet]
    /// The directory to which paths in the documents are relative.
    private let directory: String

    /// Returns the digests of the files that a set names, by their paths relative to the directory of the document.
    func files(of set: String) -> [String: Fingerprint] {
        sets[set]?.fileDigests(relativeTo: directory) ?? [:]
    }

    /// Reads two directories, or two files, whose sets are both named after the second file.
    ///
    /// - Throws: ``CommandFailure`` with all problems, each after the path of its version.
    static func pair(
        _ old: String,
        _ new: String,
        loader: (String?) -> PolicyLoader
    ) throws(CommandFailure) -> (old: PolicyVersion, new: PolicyVersion) {
        let kinds = (try isDirectory(old), try isDirectory(new))
        guard kinds.0 == kinds.1 else {
            throw CommandFailure([
                "\(old) and \(new) are a file and a directory: compare two files or two directories"
            ])
        }
        if kinds.0 { return (try directory(old, loader(old)), try directory(new, loader(new))) }
        let name = name(of: new)
        let common = try load(loader(nil), old)
        return (
            try file(old, named: name, besides: common, loader(nil)),
            try file(new, named: name, besides: common, loader(nil))
        )
    }

    private static func isDirectory(_ path: String) throws(CommandFailure) -> Bool {
        do throws(LocalFiles.Failure) {
            return try LocalFiles.kind(of: path) == .directory
        } catch {
            throw CommandFailure(["\(path) \(error.reason)"])
        }
    }

    private static func directory(
        _ path: String,
        _ loader: PolicyLoader
    ) throws(CommandFailure)
        -> PolicyVersion
    {
        let sets = try load(loader, path).sets.filter { $0.name != PolicyName.system.set }
        return PolicyVersion(
            sets: Dictionary(uniqueKeysWithValues: sets.map { ($0.name, $0) }),
            directory: path
        )
    }

    private static func load(
        _ loader: PolicyLoader,
        _ path: String
    ) throws(CommandFailure)
        -> PolicySnapshot
    {
        do throws(PolicyLoadError) {
            return try loader.load()
        } catch {
            throw CommandFailure(error.problems.map { "\(path): \($0)" })
        }
    }

    private static func file(
        _ path: String,
        named name: String,
        besides common: PolicySnapshot,
        _ loader: PolicyLoader
    ) throws(CommandFailure) -> PolicyVersion {
        let source: [UInt8]
        do throws(LocalFiles.Failure) {
            source = try LocalFiles.bytes(of: path, maximum: YAMLDocument.maximumBytes)
        } catch {
            throw CommandFailure(["\(path) \(error.reason)"])
        }
        let end = path.lastIndex(of: "/")
        let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        do throws(DocumentError) {
            let reader = loader.policySetReader(
                systemAnchors: common.systemAnchors,
                logList: common.logList
            )
            let set = try reader.policySet(named: name, source: source, directory: directory, file: path)
            return PolicyVersion(sets: [name: set], directory: directory)
        } catch {
            throw CommandFailure(error.issues.map { PolicyProblem($0, file: path).description })
        }
    }

    /// Returns the name of the set in a file: the file name without its extension.
    private static func name(of path: String) -> String {
        let file = String(path.split(separator: "/").last ?? "")
        let length = PolicyDirectory.extensions.first { file.hasSuffix($0) }?.count ?? 0
        return String(file.dropLast(length))
    }
}
