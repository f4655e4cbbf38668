import Glibc
import ParserHarnesses

/// The harness of the argument `--harness=NAME`; libFuzzer ignores arguments with two hyphens.
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

/// Selects the harness; without one, lists the harnesses with their maximum input lengths and exits.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    _ = harness
    return 0
}

/// Checks one input; a violated property ends the process like a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(BrokenRule) {
        _ = try harness.check(input)
    } catch {
        fatalError("violated property: \(error)")
    }
    return 0
}

/// The fuzzer's own mutation of a buffer with a capacity.
@_silgen_name("LLVMFuzzerMutate")
private func fuzzerMutate(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int) -> Int

/// Mutates an input in place: with the fuzzer's mutation or, for half of DER inputs, by element.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    guard harness.isDER, seed & 1 == 0 else { return unsafe fuzzerMutate(start, count, capacity) }
    var mutation = unsafe ElementMutation(Array(UnsafeBufferPointer(start: start, count: count)), seed: seed >> 1)
    let changed = mutation.mutated { content in
        let available = content.count + capacity - count
        return unsafe [UInt8](unsafeUninitializedCapacity: available + 1) { buffer, length in
            _ = unsafe buffer.initialize(from: content)
            unsafe length = available > 0 ? fuzzerMutate(buffer.baseAddress, content.count, available) : 0
        }
    }
    guard let changed, changed.count <= capacity else { return unsafe fuzzerMutate(start, count, capacity) }
    unsafe start.update(from: changed, count: changed.count)
    return changed.count
}
