import Testing
import TrustModel

@Suite struct `Remedies` {
    @Test(arguments: RemedyScenario.all)
    func `remove the reason and make the verdict trusted`(scenario: RemedyScenario) throws {
        let api = try APIFixture(scripts: true, logList: RemedyScenario.logList())
        var question = RemedyQuestion()
        try scenario.fault(&question)
        let faulty = try question.ask(api)
        let reported = faulty.reasons.filter { $0["code"] as? String == scenario.code }
        #expect(reported.contains { $0["remedy"] as? String == scenario.remedy }, "\(faulty.text)")
        if faulty.errorCodes.contains(scenario.code) { #expect(faulty.trusted == false) }
        try scenario.cure(&question)
        let cured = try question.ask(api)
        #expect(cured.trusted == true, "\(cured.text)")
        #expect(!cured.reasonCodes.contains(scenario.code), "\(cured.text)")
    }

    @Test(arguments: RemedyScenario.all)
    func `are in verdicts that are the same until their last stable second, and then change`(
        scenario: RemedyScenario
    ) throws {
        let api = try APIFixture(scripts: true, logList: RemedyScenario.logList())
        var stability = VerdictStability(api)
        var question = RemedyQuestion()
        try scenario.fault(&question)
        try stability.check(question.members(for: api), "faulty")
        try scenario.cure(&question)
        try stability.check(question.members(for: api), "cured")
        #expect(stability.unexplained.isEmpty || Self.lastingVerdicts.keys.contains(scenario.code))
    }

    /// The scenarios whose verdicts can be the same after their last stable second, with the justification.
    private static let lastingVerdicts = [
        "policy.customRejected": "The script states for how long its decision may be used.",
        "hazard.scriptOnly": "The script states for how long its decision may be used.",
        "notice.exception": "An exception of the policy ends that the path does not need.",
    ]

    @Test func `are tested for each reason code, except for those in a reviewed list`() {
        let tried = Set(RemedyScenario.all.map(\.code))
        let untried = Set(UntriedRemedies.all.keys)
        #expect(tried.intersection(untried) == [])
        #expect(ReasonCode.all.map(\.name).filter { !tried.contains($0) && !untried.contains($0) } == [])
        #expect(tried.union(untried).subtracting(ReasonCode.all.map(\.name)) == [])
    }

    @Test(arguments: SpecialRemedy.all)
    func `are tested for each special situation`(remedy: SpecialRemedy) {
        let scenarios = RemedyScenario.all.filter { $0.code == remedy.code.name }
        #expect(scenarios.contains { $0.remedy == remedy.text } != UntriedRemedies.special.contains(remedy))
    }

    @Test func `are not needed for the unmodified request`() throws {
        let answer = try RemedyQuestion().ask(try APIFixture())
        #expect(answer.reasonCodes == ["notice.anchor"])
    }
}
