-- Asks anchord whether the client of a request is allowed; sets txn.anchord_status to the status of the response.
-- The request goes through the section `listen anchord` of haproxy.cfg, which has the address and the timeouts.
local url = "http://localhost/v1/check/edge"
local through = "abns@anchord-check"

-- HAProxy reads the file at startup, before it enters its chroot.
local file = assert(io.open("/etc/haproxy/anchord.token"))
local token = file:read("l")
file:close()

core.register_action("anchord", { "http-req" }, function(txn)
    local headers = { authorization = { "Bearer " .. token } }
    local certificate = txn:get_var("txn.client_cert")
    if certificate and certificate ~= "" then
        headers["client-cert"] = { ":" .. certificate .. ":" }
    end
    -- HAProxy's HTTP client sends a request again after its own timeout, so it waits longer than that section.
    local response = core.httpclient():get{ url = url, dst = through, headers = headers, timeout = 5000 }
    txn:set_var("txn.anchord_status", response.status)
    for _, name in ipairs{ "principal", "principal-kind", "decision", "reasons" } do
        local values = response.headers and response.headers["anchord-" .. name]
        if values then
            txn:set_var("txn.anchord_" .. name:gsub("-", "_"), values[0])
        end
    end
end)
