-- Requires the key types of the first matching host; other hosts may have any key.
local rules = {
    {suffix = ".hsm.example", types = {ec = true, ed25519 = true}},
    {suffix = ".pay.example", types = {ec = true, rsa = true}},
}
-- The decision depends on the chain and the host only.
cacheFor = 86400

function evaluate(trust, host)
    local leaf = trust.path[1]
    for _, rule in ipairs(rules) do
        if host:endswith(rule.suffix) then
            if rule.types[leaf.keyType] then return true end
            return false, "hosts below " .. rule.suffix:sub(2) .. " must not have keys of the type " .. leaf.keyType,
                {keyType = leaf.keyType}
        end
    end
    return true
end
