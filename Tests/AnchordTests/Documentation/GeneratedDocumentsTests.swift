import Foundation
import Testing
import TrustTestSupport

@Suite struct `anchord document` {
    private static let reasons = page("Reasons")
    private static let configuration = page("Configuration")
    private static let example = "Deploy/anchord.yaml.example"
    private static let nginx = "Deploy/examples/nginx/nginx.conf"
    private static let documents =
        [
            reasons, configuration, "openapi.yaml", example, nginx, "Deploy/examples/nginx/anchord.yaml",
            "Deploy/examples/policies/edge.yaml",
        ]
        + [
            "Operations", "Mechanisms", "Anchors", "Constraints", "Enforcement", "Evaluators", "PolicySets", "Proxies",
            "Revocation", "Transparency",
        ].map(page)

    private static func page(_ name: String) -> String { "Sources/anchord/Documentation.docc/\(name).md" }

    private let checkout: TemporaryDirectory

    init() throws {
        checkout = try TemporaryDirectory()
        for name in Self.documents { try checkout.write(name, try committed(name)) }
    }

    private func committed(_ name: String) throws -> String { try text(at: Repository.path(name)) }

    private func text(at path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func written(_ name: String) throws -> String { try text(at: "\(checkout.path)/\(name)") }

    private func inode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(checkout.path)/\(name)")[.systemFileNumber] as? Int
    }

    private func document(in directory: String) throws -> AnchordProgram.Result {
        let result = try AnchordProgram.run(["document", directory])
        #expect(result.output.isEmpty)
        return result
    }

    @Test(arguments: documents) func `finds nothing to change in the committed documents`(name: String) throws {
        let inode = try inode(name)
        let result = try document(in: checkout.path)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try written(name) == committed(name))
        #expect(try self.inode(name) == inode)
    }

    @Test(arguments: [
        (reasons, "A certificate has expired."), (reasons, "### `notice.ct`"), ("openapi.yaml", "- ct.invalid"),
        (configuration, "| `network.perHost` | Maximum"), (example, "perHost: 4"),
        (page("Operations"), "| `anchord_batches` | gauge |"),
        (page("Mechanisms"), "| `kSecTrustResultDeny` | SecTrust |"),
        (page("Revocation"), "| `noRevAvail` |"), (page("Evaluators"), "no limit"),
        (page("Proxies"), "    ssl_verify_client optional_no_ca;"),
    ])
    func `restores a part that was changed by hand`(name: String, line: String) throws {
        let changed = try committed(name).replacingOccurrences(of: line, with: "Another line.")
        try checkout.write(name, changed)
        #expect(try document(in: checkout.path).status == 0)
        #expect(try written(name) == committed(name))
    }

    @Test func `copies the configuration of nginx from its example`() throws {
        let changed = try committed(Self.nginx).replacingOccurrences(of: "shop.example", with: "other.example")
        try checkout.write(Self.nginx, changed)
        #expect(try document(in: checkout.path).status == 0)
        #expect(try written(Self.page("Proxies")).contains("```nginx\n\(changed)```\n"))
        #expect(try written(Self.nginx) == changed)
    }

    @Test func `keeps the text outside its parts`() throws {
        let changed = try committed(Self.reasons).replacingOccurrences(of: "# Reasons", with: "# Other reasons")
        try checkout.write(Self.reasons, changed)
        #expect(try document(in: checkout.path).status == 0)
        #expect(try written(Self.reasons) == changed)
    }

    @Test func `refuses a directory that is not a checkout`() throws {
        let directory = try TemporaryDirectory()
        let result = try document(in: directory.path)
        #expect(result.status == 2)
        #expect(
            result.errors == "anchord: \(directory.path) is not the root of a checkout: "
                + "\(directory.path)/\(Self.nginx) does not exist\n"
        )
    }

    @Test(arguments: ["anchord document: time", "anchord document: end"])
    func `refuses a document without a marker, and writes nothing`(marker: String) throws {
        let changed = try committed(Self.reasons).replacingOccurrences(of: marker, with: "no marker")
        try checkout.write(Self.reasons, changed)
        try checkout.write(
            "openapi.yaml",
            try committed("openapi.yaml").replacingOccurrences(of: "- ct.invalid", with: "")
        )
        let contract = try written("openapi.yaml")
        let result = try document(in: checkout.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("Reasons.md has no part between the lines `anchord document: "))
        #expect(try written(Self.reasons) == changed)
        #expect(try written("openapi.yaml") == contract)
    }
}
