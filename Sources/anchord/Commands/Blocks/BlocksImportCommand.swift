import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

struct BlocksImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Translates records of OneCRL, the list of revoked CA certificates by Mozilla, to a list of blocks.",
        discussion: """
            Reads the JSON of the collection `security-state/onecrl` and writes a list for `blocks.file` of the configuration. A \
            record names a certificate by issuer and serial number, or by subject and key. The name of a block is the \
            identifier of its record. The member `enabled` has no effect, as in Firefox.

            No record is dropped silently: a record without such a name is an error that states its position. The file is \
            replaced as a whole; merge several lists by hand.

            Exit status: 0 for success, 2 if the command line or the file is invalid, or the output cannot be written.

              anchord blocks import onecrl.json --output /etc/anchord/blocks.yaml
            """
    )

    @Argument(help: ArgumentHelp("The records, or - for standard input.", valueName: "file")) var file: String
    @OptionGroup var output: OutputFile

    func run() throws {
        try output.check()
        let records = try OneCRLRecords(try InputFile.bytes(of: file), file: QuotedText.printable(file))
        let text = Self.text(of: records)
        try check(text)
        try output.write(text)
    }

    /// Returns a YAML document with one block on each line.
    private static func text(of records: OneCRLRecords) -> String {
        let head = "# Blocks, written by `anchord blocks import` from \(records.blocks.count) records of OneCRL.\n"
        guard !records.blocks.isEmpty else { return head + "[]\n" }
        return head
            + records.blocks.map { block in
                var writer = JSONWriter()
                writer.document(block)
                return "- \(String(decoding: writer.bytes, as: UTF8.self))\n"
            }.joined()
    }

    /// Reads the document as a daemon does.
    private func check(_ text: String) throws(CommandFailure) {
        let parts = try EvaluationComponents()
        do throws(DocumentError) {
            _ = try BlockListReader.written(in: Array(text.utf8), ports: parts.documents)
        } catch {
            throw CommandFailure(error.issues.map { PolicyProblem($0, file: "\(file), as blocks").description })
        }
    }
}
