import ArgumentParser
import FileAccess
import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

struct BlocksCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validates a list of blocks before the configuration names it.",
        discussion: """
            Prints a line for each block with its end and reason, or each problem on one line to standard error: the file, the \
            line, the position in the document and the expected value.

            Exit status: 0 if the list is valid, 1 if it is not, 2 if the command line is invalid, the file cannot be read, \
            or the output cannot be written.

              anchord blocks check /etc/anchord/blocks.yaml && anchord reload
            """
    )

    @Argument(help: "The list of blocks.") var file: String

    func run() throws {
        let bytes = try Self.bytes(of: file)
        let parts = try EvaluationComponents()
        let now = WallClock.now().instant
        let journal = MaterialJournal(digest: parts.documents.sha256, now: now)
        let blocks: [DefinedBlock]
        do throws(DocumentError) {
            blocks = try BlockListReader.blocks(in: bytes, of: file, ports: parts.documents, journal)
        } catch {
            let problems = error.issues.map { PolicyProblem($0, file: file).description }
            throw CommandFailure(problems, status: .refused)
        }
        let lines = blocks.map { QuotedText.printable(Self.line($0.block, now)) + "\n" }
        try StandardStream.writeResult(lines.joined() + "\(blocks.count) block\(blocks.count == 1 ? "" : "s")\n")
    }

    private static func bytes(of file: String) throws(CommandFailure) -> [UInt8] {
        do throws(LocalFiles.Failure) {
            return try LocalFiles.bytes(of: file, maximum: BlockListReader.maximumBytes)
        } catch {
            throw CommandFailure(["\(QuotedText.printable(file)) \(error.reason)"])
        }
    }

    private static func line(_ block: Block, _ now: Instant) -> String {
        let end = block.until.map { "until \($0)" } ?? "no end"
        return "\(block.id): \(end)\(block.isInForce(at: now) ? "" : ", not in force any more"): \(block.reason)"
    }
}
