-- Asks anchord whether the client of a request is allowed; sets txn.anchord_status to the status of the response.
local url = "http://127.0.0.1:8778/v1/check/edge"

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
    local response = core.httpclient():get{ url = url, headers = headers, timeout = 2000 }
    txn:set_var("txn.anchord_status", response.status)
    for _, name in ipairs{ "principal", "principal-kind", "decision" } do
        local values = response.headers and response.headers["anchord-" .. name]
        if values then
            txn:set_var("txn.anchord_" .. name:gsub("-", "_"), values[0])
        end
    end
end)
