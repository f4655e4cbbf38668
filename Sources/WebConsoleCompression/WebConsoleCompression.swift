import Foundation
import PackagePlugin

/// Compresses the files of the console during a build, and writes them as literals of the target that serves them.
@main struct WebConsoleCompression: BuildToolPlugin {
    /// Creates the command that runs the script beside this file, for a target with a folder `Web`.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Web")
        let script = target.directoryURL.deletingLastPathComponent()
            .appending(path: "WebConsoleCompression/compress")
        let output = context.pluginWorkDirectoryURL.appending(path: "WebFile+contents.swift")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return [
            .buildCommand(
                displayName: "Compressing the console",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(percentEncoded: false), folder.path(percentEncoded: false)]
                    + [output.path(percentEncoded: false)],
                inputFiles: files.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } + [script],
                outputFiles: [output]
            )
        ]
    }
}
