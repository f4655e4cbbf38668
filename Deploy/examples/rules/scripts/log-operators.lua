-- Requires a certificate timestamp of a log that another organization than the CA operates.
function evaluate(trust, host)
    for _, sct in ipairs(trust.scts) do
        if sct.operator ~= trust.path[1].issuer.organizationName then return true end
    end
    return false, "no log of another operator than the CA has signed a timestamp"
end
