import FetchRules
import Foundation
import Testing

@testable import FetchProtocol

@Suite struct `Fetcher.md` {
    private let page: String

    init() throws {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        page = try String(
            contentsOf: package.appending(path: "Sources/anchord/Documentation.docc/Fetcher.md"),
            encoding: .utf8
        )
    }

    @Test func `has a row for each code of a failure`() throws {
        let section = try #require(page.components(separatedBy: "\n## Failures\n").dropFirst().first)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let codes = rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
        #expect(Set(codes).isSuperset(of: FetchFailure.Code.allCases.map(\.rawValue)))
    }

    @Test func `has the limits of messages`() {
        #expect(page.contains("It has at most \(FetchURL.maximumBytes) bytes"))
        #expect(page.contains("| body of a request | \(FetchLimits.bodyBytes >> 10) KiB |"))
        #expect(page.contains("A frame has at most \(FetchLimits.frameBytes >> 20) MiB"))
        #expect(page.contains("a part of a body at most \(FetchLimits.partBytes >> 10) KiB"))
    }
}
