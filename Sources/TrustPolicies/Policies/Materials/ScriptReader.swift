import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads and compiles the scripts of one document, each file once.
final class ScriptReader {
    /// The places from which scripts may be read.
    enum Source {
        /// Files relative to the directory of the document; the journal records them.
        case files(any TrustScriptCompiling, relativeTo: MaterialDirectory, MaterialJournal)
        /// The configuration does not enable scripts.
        case disabled
        /// The policy comes from a client, which must not run scripts.
        case request
        /// A client without the right to write scripts has written the document.
        case forbidden
    }

    /// The issue of each script that is ``Source/forbidden``.
    static let forbidden = "scripts need the right `writeScripts`"

    /// The digests of the files, in document order.
    private(set) var fromFiles: [Fingerprint] = []
    private let source: Source
    private let digest: ([UInt8]) -> Fingerprint
    private var known: [String: any TrustScript] = [:]

    init(_ source: Source, digest: @escaping ([UInt8]) -> Fingerprint) {
        self.source = source
        self.digest = digest
    }

    /// Returns the script of a value with the name of its file; nil after adding an issue.
    func script(_ value: DocumentValue) -> (script: any TrustScript, file: String)? {
        guard let file = value.string() else { return nil }
        switch source {
        case .forbidden: value.refuse(Self.forbidden)
        case .request: value.refuse("scripts are allowed only in policy sets, not in requests")
        case .disabled:
            value.refuse("scripts are disabled: set `scripts: {enabled: true}` in the configuration")
        case .files(let compiler, let directory, let journal):
            do throws(MaterialFailure) {
                let path = try directory.path(of: file)
                return (try script(atPath: path, compiler, journal), file)
            } catch {
                value.refuse(error)
            }
        }
        return nil
    }

    private func script(
        atPath path: String,
        _ compiler: any TrustScriptCompiling,
        _ journal: MaterialJournal
    ) throws(MaterialFailure) -> any TrustScript {
        if let script = known[path] { return script }
        let bytes: [UInt8]
        do throws(LocalFiles.Failure) {
            bytes = try journal.bytes(of: path)
        } catch {
            throw MaterialFailure(reason: "\(path) \(error.reason)")
        }
        do throws(TrustScriptError) {
            let script = try compiler.compile(bytes)
            fromFiles.append(digest(bytes))
            known[path] = script
            return script
        } catch {
            throw MaterialFailure(reason: error.line == nil ? "\(path) \(error)" : "\(path): \(error)")
        }
    }
}
