import ArgumentParser
import FileAccess
import StructuredDocuments

/// The option that names the file for the result of a command.
struct OutputFile: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The file to write, or - for standard output, the default. An existing file is replaced as a whole; it "
                + "must be a regular file.",
            valueName: "file"
        )
    )
    var path: String?

    private var file: String? { path == "-" ? nil : path }

    /// Checks that the file can be replaced, before a command begins its work.
    ///
    /// - Throws: ``CommandFailure`` that names the file.
    func check() throws(CommandFailure) {
        guard let file else { return }
        do throws(LocalFiles.Failure) {
            try LocalFiles.checkReplaceable(file)
        } catch {
            throw Self.failure(file, error)
        }
    }

    /// Writes the result of a command to the file, or else to standard output.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be written.
    func write(_ text: String) throws(CommandFailure) {
        guard let file else { return try StandardStream.writeResult(text) }
        do throws(LocalFiles.Failure) {
            try LocalFiles.replace(file, with: Array(text.utf8))
        } catch {
            throw Self.failure(file, error)
        }
    }

    private static func failure(_ file: String, _ failure: LocalFiles.Failure) -> CommandFailure {
        CommandFailure(["\(QuotedText.of(file)) \(failure.reason)"])
    }
}
