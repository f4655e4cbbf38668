import assert from "node:assert/strict";
import { test } from "node:test";
import { obstacleOf, policyName } from "../../Sources/WebConsole/Web/parts/reevaluation.js";

const decision = { verdict: "trusted", host: "a.example", chain: ["5fb8"], policy: { set: "pay", name: "pinned" } };

test("A decision with a verdict and a known question can be evaluated again", () => {
    assert.equal(obstacleOf(decision), null);
    assert.equal(obstacleOf({ ...decision, host: undefined }), null);
});

test("Other decisions have an obstacle", () => {
    assert.match(String(obstacleOf({ problem: "forbidden", chain: [] })), /with a verdict/);
    assert.match(String(obstacleOf({ ...decision, policy: { inline: true } })), /inline policy/);
    assert.match(String(obstacleOf({ ...decision, host: "hmac:00" })), /masked/);
    assert.match(String(obstacleOf({ ...decision, chain: ["hmac:00"] })), /masked/);
});

test("The set is asked if a host rule chose the policy", () => {
    assert.equal(policyName({ set: "pay", name: "pinned" }), "pay/pinned");
    assert.equal(policyName({ set: "pay", name: "pinned", rule: "*.example" }), "pay");
    assert.equal(policyName({ set: "pay", rule: "otherwise" }), "pay");
});
