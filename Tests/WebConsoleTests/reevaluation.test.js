import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiProblem } from "../../Sources/WebConsole/Web/parts/api.js";
import { isUnrecorded, obstacleOf, policyName } from "../../Sources/WebConsole/Web/parts/reevaluation.js";

const decision = { verdict: "trusted", host: "a.example", chain: ["5fb8"], policy: { set: "pay", name: "pinned" } };

test("The chain is asked for if the daemon does not have the question, but not after other errors", () => {
    assert.ok(isUnrecorded(new ApiProblem(409, { code: "questionNotRecorded" })));
    assert.ok(isUnrecorded(new ApiProblem(404, { code: "unknownDecision" })));
    assert.ok(!isUnrecorded(new ApiProblem(404, { code: "unknownPolicy" })));
    assert.ok(!isUnrecorded(new TypeError("code")));
});

test("A person can ask the question of a decision whose policy and names are known", () => {
    assert.equal(obstacleOf(decision), null);
    assert.equal(obstacleOf({ ...decision, host: undefined }), null);
});

test("Other decisions have an obstacle", () => {
    assert.match(String(obstacleOf({ ...decision, policy: { inline: true } })), /inline policy/);
    assert.match(String(obstacleOf({ ...decision, host: "hmac:00" })), /masked/);
    assert.match(String(obstacleOf({ ...decision, chain: ["hmac:00"] })), /masked/);
});

test("The set is asked if a host rule chose the policy", () => {
    assert.equal(policyName({ set: "pay", name: "pinned" }), "pay/pinned");
    assert.equal(policyName({ set: "pay", name: "pinned", rule: "*.example" }), "pay");
    assert.equal(policyName({ set: "pay", rule: "otherwise" }), "pay");
});
