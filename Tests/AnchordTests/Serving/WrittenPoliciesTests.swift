import Foundation
import Glibc
import Testing
import TrustTestSupport

/// Policy sets that clients write over HTTP.
@Suite struct `Written policy sets of the daemon` {
    fileprivate let files: ChainFiles
    fileprivate let daemon: AnchordDaemon
    private let base: String

    private static let configuration = """
        writtenPolicies: written
        decisions: {record: inputs}
        clients:
          - {name: deploy, tokens: [{sha256: DEPLOY}], may: [read, evaluate, decisions, {write: [pay, "team-*"]}]}
          - {name: author, tokens: [{sha256: AUTHOR}], may: [read, {write: [pay]}, writeScripts]}
          - {name: reader, tokens: [{sha256: READER}], may: [read]}

        """

    init() throws {
        files = try ChainFiles()
        let directory = files.directory
        func digest(_ token: String) throws -> String {
            try ShellCommand.run("printf %s \(token) | sha256sum | head -c 64", in: directory.path).text
        }
        var text = "systemAnchors: \(files.root)\nlisten: [\"127.0.0.1:0\"]\nscripts: {enabled: true}\n"
        text += Self.configuration.replacing("written\n", with: "\(directory.path)/written\n")
        for token in ["deploy", "author", "reader"] {
            text = text.replacing(token.uppercased(), with: "\"\(try digest(token))\"")
        }
        try directory.write("anchord.yaml", text)
        try directory.write("plain.yaml", "policies: {p: {evaluator: default}}\n")
        daemon = try AnchordDaemon(["--config", directory.path + "/anchord.yaml"])
        base = "http://\(try #require(daemon.addresses.first))/v1/policy-sets"
    }

    fileprivate struct Reply {
        let status: String
        let tag: String
        let body: String

        /// The value of a member in the JSON body, as text.
        func member(_ name: String) -> String {
            let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            return (object?[name]).map { "\($0)" } ?? ""
        }
    }

    private func curl(_ arguments: String, as token: String = "deploy") throws -> Reply {
        let text = try ShellCommand.run(
            "curl -s -D head -o body -w '%{http_code}' -H 'Authorization: Bearer \(token)' \(arguments)",
            in: files.directory.path
        ).text
        let head = try contents("head").split(separator: "\r\n")
        let tag = head.first { $0.lowercased().hasPrefix("etag: ") }.map { String($0.dropFirst(6)) }
        return Reply(status: text, tag: tag ?? "", body: try contents("body"))
    }

    fileprivate func contents(_ name: String) throws -> String {
        try String(contentsOfFile: "\(files.directory.path)/\(name)", encoding: .utf8)
    }

    fileprivate func put(
        _ file: String,
        _ set: String = "pay",
        type: String = "application/yaml",
        condition: String = "If-None-Match: *",
        as token: String = "deploy"
    ) throws -> Reply {
        try curl(
            "-X PUT --data-binary @\(file) -H 'Content-Type: \(type)' -H '\(condition)' \(base)/\(set)",
            as: token
        )
    }

    @Test func `are written, read, changed, listed, restored and deleted with curl`() throws {
        let created = try put("plain.yaml")
        #expect(created.status == "201" && created.member("number") == "1")
        let document = try curl("-H 'Accept: application/yaml' \(base)/pay")
        #expect(document.body == "policies: {p: {evaluator: default}}\n" && document.tag == created.tag)
        let json = try curl("\(base)/pay")
        #expect(json.tag.hasPrefix(created.tag.dropLast() + "-"))
        #expect(try curl("-H 'If-None-Match: \(json.tag)' \(base)/pay").status == "304")

        try files.directory.write("other.json", #"{"policies": {"q": {"evaluator": "default"}}}"#)
        let outdated = try put("other.json", type: "application/json", condition: "If-Match: \"00\"")
        #expect(outdated.status == "412" && outdated.tag == created.tag)
        #expect(try put("other.json", type: "application/json").status == "412")
        let changed = try put("other.json", type: "application/json", condition: "If-Match: \(json.tag)")
        #expect(changed.status == "200" && changed.member("number") == "2" && changed.tag != created.tag)

        let revisions = try curl("\(base)/pay/revisions")
        #expect(revisions.body.contains(#""number":2,"#) && revisions.body.contains(#""author":"deploy""#))
        let restored = try curl("-X POST -H 'If-Match: \(changed.tag)' \(base)/pay/revisions/1/restore")
        #expect(restored.status == "200" && restored.tag == created.tag && restored.member("number") == "3")
        #expect(try curl("-X DELETE \(base)/pay").status == "428")
        #expect(try curl("-X DELETE -H 'If-Match: \(restored.tag)' \(base)/pay").status == "200")
        #expect(try curl("\(base)/pay").status == "404")
        #expect(try curl("-X DELETE -H 'If-Match: *' \(base)/pay").status == "412")
    }

    @Test func `are used for the next evaluation, with the files of a tar archive`() throws {
        let directory = files.directory.path
        try files.directory.write("set/pay.yaml", "policies: {p: {evaluator: default, anchors: [cas/root.pem]}}\n")
        _ = try ShellCommand.run(
            "mkdir -p set/cas; cp \(files.root) set/cas/root.pem; tar -C set -cf set.tar .",
            in: directory
        )
        #expect(try put("set.tar", type: "application/x-tar").status == "201")
        let evaluation = try curl(
            "-H 'Content-Type: application/x-pem-file' --data-binary @\(files.chain) "
                + "'\(base.replacing("policy-sets", with: "evaluations"))?policy=pay/p&host=www.example.com'"
        )
        #expect(evaluation.status == "200" && evaluation.body.contains(#""set":"pay""#), "\(evaluation.body)")
    }

    @Test func `are compared with the set in use before they are written`() throws {
        let created = try put("plain.yaml")
        let evaluations = base.replacing("policy-sets", with: "evaluations")
        for _ in 0..<3 {
            _ = try curl(
                "-H 'Content-Type: application/x-pem-file' --data-binary @\(files.chain) "
                    + "'\(evaluations)?policy=pay/p&host=\(ChainFiles.host)&at=\(ChainFiles.valid)'"
            )
        }
        try files.directory.write(
            "strict.yaml",
            "policies: {p: {evaluator: default, constraints: {maximumLifetime: 1d}}}\n"
        )
        let check = "--data-binary @strict.yaml -H 'Content-Type: application/yaml' '\(base)/pay/check?decisions=10'"
        let checked = try curl(check)
        #expect(checked.status == "200" && checked.member("considered") == "3", "\(checked.body)")
        #expect(checked.body.contains(#""changed":{"total":3,"denied":3,"#), "\(checked.body)")
        #expect(try curl(check, as: "reader").status == "403")
        #expect(try curl(check, as: "author").status == "403")
        let document = try curl("-H 'Accept: application/yaml' \(base)/pay")
        #expect(document.tag == created.tag)
        let names = try FileManager.default.contentsOfDirectory(atPath: files.directory.path + "/written")
        #expect(!names.contains(".candidate"))
    }

    @Test func `are for those who may write them`() throws {
        #expect(try put("plain.yaml", "team-a").status == "201")
        #expect(try put("plain.yaml", "other").status == "403")
        #expect(try put("plain.yaml", as: "reader").status == "403")
        #expect(try put("plain.yaml", as: "nobody").status == "401")
        #expect(try put("plain.yaml", "team-a", condition: "If-Match: *", as: "author").status == "403")
        #expect(try curl("-X DELETE -H 'If-Match: *' \(base)/team-a", as: "author").status == "403")
        try files.directory.write("set/pay.yaml", "policies: {p: {evaluator: custom, script: a.lua}}\n")
        try files.directory.write("set/a.lua", "function evaluate(trust, host)\n    return true\nend\n")
        _ = try ShellCommand.run("tar -C set -cf set.tar pay.yaml a.lua", in: files.directory.path)
        let refused = try put("set.tar", type: "application/x-tar")
        #expect(refused.status == "403" && refused.member("detail").contains("writeScripts"), "\(refused.body)")
        let stored = try put("set.tar", type: "application/x-tar", as: "author")
        #expect(stored.status == "201", "\(stored.body)")
    }

    @Test func `name no file of the machine, and errors name no directory`() throws {
        try files.directory.write(
            "a.yaml",
            "policies: {p: {evaluator: default, anchors: [../../root.pem, \(files.root)]}}\n"
        )
        let refused = try put("a.yaml")
        #expect(refused.status == "400" && refused.member("code") == "invalidPolicySet")
        #expect(!refused.body.contains("written/"), "\(refused.body)")
        _ = try ShellCommand.run(
            "ln -s /etc/hostname set.pem; tar -cf links.tar plain.yaml set.pem",
            in: files.directory.path
        )
        let links = try put("links.tar", type: "application/x-tar")
        #expect(links.status == "400" && links.member("code") == "malformedArchive")
        #expect(try curl("\(base)/pay").status == "404")
        for path in ["..", "%2e%2e", "..%2fpay", ".new-1", "pay%00", "PAY"] {
            #expect(["403", "404", "400"].contains(try put("plain.yaml", path).status), "\(path)")
        }
    }
}

extension `Written policy sets of the daemon` {
    @Test func `that cannot be stored are in the log, with the client and the reason`() throws {
        try files.directory.write("broken.yaml", "policies: {p: {evaluator: wrong}}\n")
        #expect(try put("broken.yaml").status == "400")
        let refused = try daemon.entry("a change of a policy set was refused")
        #expect(refused["set"] as? String == "pay" && (refused["client"] as? String)?.contains("deploy") == true)
        #expect((refused["problem"] as? String)?.contains("wrong") == true, "\(refused)")
        #expect(try put("plain.yaml").status == "201")
        #expect(try put("plain.yaml").status == "412")
        let outdated = try daemon.entry("a change of a policy set was refused")
        #expect((outdated["problem"] as? String)?.contains("has the tag") == true, "\(outdated)")
        try files.directory.write("written/else/1/else.yaml", "{")
        #expect(try put("plain.yaml", "team-a").status == "409")
        _ = try daemon.entry("a change of a policy set failed")
    }

    @Test func `name the media types of a document if another one is sent`() throws {
        let refused = try put("plain.yaml", type: "text/plain")
        #expect(refused.status == "415")
        let head = try contents("head").lowercased()
        #expect(head.contains("\r\naccept: application/json, application/yaml, application/x-tar\r\n"), "\(head)")
        #expect(!head.contains("accept-post"))
    }

    @Test func `have one daemon`() throws {
        let other = try AnchordProgram.run(["serve", "--config", files.directory.path + "/anchord.yaml"])
        let message = "writtenPolicies: \(files.directory.path)/written is in use by another process"
        #expect(other.status == 1 && other.errors.contains(message), "\(other.errors)")
        withExtendedLifetime(daemon) {}
    }
}
