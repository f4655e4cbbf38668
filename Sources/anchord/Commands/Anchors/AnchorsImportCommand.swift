import ArgumentParser
import RootPrograms
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustOpenSSL

struct AnchorsImportCommand: ParsableCommand {
    /// The formats of the root programs.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case nss
        case chrome
        case ccadb
    }

    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Translates the restrictions that a root program places on trust anchors.",
        discussion: """
            Reads a file of a root program and writes a document for evidence.anchorConstraints of the configuration. Supported \
            are certdata.txt of NSS, root_store.textproto of Chrome, and a report of the CCADB for Mozilla's program as CSV, \
            with certificates in PEM. For Chrome, the certificates are read from root_store.certs in the same directory, \
            unless --certificates names another file.

            No restriction is dropped: a condition that the document cannot express is translated to a stricter one, with a \
            warning on standard error that names the line. An unknown field is an error. Trust anchors that the file does not \
            contain are not constrained. NSS and the CCADB list the purposes of each root; other purposes are not allowed.

            Exit status: 0 for success, 2 if the command line or the file is invalid, or the output cannot be written.

              anchord anchors import --from nss certdata.txt --source "NSS 3.110" --as-of 2026-10-01 --output nss.yaml
              anchord anchors import --from chrome root_store.textproto --certificates root_store.certs
            """
    )

    @Option(help: ArgumentHelp("The format of the file: nss, chrome or ccadb.", valueName: "format"))
    var from: Format
    @Argument(help: ArgumentHelp("The file of the root program, or - for standard input.", valueName: "file"))
    var file: String
    @Option(
        help: ArgumentHelp(
            "The certificates that root_store.textproto names. (default: root_store.certs beside the file)",
            valueName: "file"
        )
    )
    var certificates: String?
    @Option(help: ArgumentHelp("The source that verdicts name. (default: the root program)", valueName: "text"))
    var source: String?
    @Option(help: ArgumentHelp("The day or time of the data, which verdicts name.", valueName: "date"))
    var asOf: String?
    @OptionGroup var output: OutputFile

    func validate() throws {
        if let asOf, Instant(rfc3339: asOf) == nil, Instant(day: asOf) == nil {
            throw ValidationError("\(QuotedText.of(asOf)) is not a day such as 2026-10-01, or a time.")
        }
        if certificates != nil, from != .chrome { throw ValidationError("--certificates requires --from chrome.") }
        let isUsable = source.map { source in
            (1...256).contains(source.utf8.count) && !source.unicodeScalars.contains(where: VisibleText.isControl)
        }
        if isUsable == false {
            throw ValidationError("--source must have 1 to 256 bytes and no control characters.")
        }
    }

    func run() throws {
        try output.check()
        let data = try data()
        for warning in data.warnings {
            StandardStream.writeMessage(
                "warning: \(QuotedText.printable("\(file):\(warning.line): \(warning.text)"))\n"
            )
        }
        guard !data.constraints.isEmpty else { throw CommandFailure(["\(file) constrains no trust anchor"]) }
        let text = ConstraintDocument.text(of: data, source: source ?? defaultSource, asOf: asOf)
        guard text.utf8.count <= YAMLDocument.maximumBytes else {
            throw CommandFailure(["the document would be longer than \(YAMLDocument.maximumBytes) bytes"])
        }
        try output.write(text)
    }

    private var defaultSource: String {
        switch from {
        case .nss: "NSS certdata.txt"
        case .chrome: "Chrome Root Store"
        case .ccadb: "CCADB, Mozilla's root program"
        }
    }

    private func data() throws(CommandFailure) -> RootProgramData {
        let bytes = try InputFile.bytes(of: file)
        let reader = OpenSSLCertificateReader()
        let known = from == .chrome ? try chromeCertificates(reader) : []
        do throws(RootProgramMessage) {
            switch from {
            case .nss: return try NSSCertificateData.constraints(in: bytes, reader: reader)
            case .chrome: return try ChromeRootStore.constraints(in: bytes, certificates: known)
            case .ccadb: return try CCADBReport.constraints(in: bytes, reader: reader)
            }
        } catch {
            throw CommandFailure(["\(file):\(error.line): \(error.text)"])
        }
    }

    private func chromeCertificates(_ reader: OpenSSLCertificateReader) throws(CommandFailure) -> [Certificate] {
        let directory = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let path = certificates ?? directory + "root_store.certs"
        let bytes = try InputFile.bytes(of: path)
        do throws(CertificateReadingError) {
            return try reader.certificates(in: bytes, limits: .anchors)
        } catch {
            throw CommandFailure(["\(path): \(error)"])
        }
    }
}
