import Glibc
import ParserHarnesses

/// The harness that `--harness=NAME` names; libFuzzer ignores arguments with two hyphens.
private let harness: ParserHarness = {
    let prefix = "--harness="
    let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    guard let harness = ParserHarness.all.first(where: { $0.name == name ?? "" }) else {
        let names = ParserHarness.all.map { "\($0.name) \($0.maximumLength)" }
        print(names.joined(separator: "\n"))
        exit(64)
    }
    return harness
}()

/// Chooses the harness before the first input; without one, lists the harnesses with their longest inputs and exits.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    _ = harness
    return 0
}

/// Checks one input; a broken rule ends the process, as a trap does.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(BrokenRule) {
        _ = try harness.check(input)
    } catch {
        fatalError("broken rule: \(error)")
    }
    return 0
}
