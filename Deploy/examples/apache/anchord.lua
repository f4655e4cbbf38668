-- Asks anchord whether the client of a request is allowed. Requires the Debian package lua-socket.
--
-- Apache calls `check` for each request, before the content. Any failure of the script refuses the request with the status 500.
local unix = require "socket.unix"
local now = require "socket".gettime
local path = "/run/anchord/anchord.sock"
local seconds = 2

-- Connects, or returns nil and the cause.
local function ask(certificate)
    local connection = unix.stream and unix.stream() or unix()
    local deadline = now() + seconds
    -- The total time of each operation is what is left until the deadline.
    local function wait()
        connection:settimeout(math.max(deadline - now(), 0.001), "t")
    end
    wait()
    local done, cause = connection:connect(path)
    if done then
        wait()
        done, cause = connection:send("GET /v1/check/edge HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            .. (certificate and "X-Client-Cert: " .. certificate .. "\r\n" or "") .. "\r\n")
    end
    local lines = {}
    while done do
        wait()
        local line
        line, cause = connection:receive("*l")
        if not line or line == "" then
            done = line
            break
        end
        lines[#lines + 1] = line
        if #lines > 100 then
            done, cause = nil, "too many header fields"
        end
    end
    connection:close()
    return done and lines, cause
end

local function percent_encoded(text)
    return (text:gsub("[^%w%-._~]", function(character) return ("%%%02X"):format(character:byte()) end))
end

-- Removes the fields that only this script may set, also with other characters in place of hyphens.
local function remove_fields(request)
    local names = {}
    for name in pairs(request:headers_in_table()) do
        local plain = name:lower():gsub("[^%w]", "-")
        if plain:find("^anchord%-") or plain == "x-client-cert" then
            names[#names + 1] = name
        end
    end
    for _, name in ipairs(names) do
        request.headers_in[name] = nil
    end
end

function check(request)
    remove_fields(request)
    -- Apache removes the fields that Connection names, so that the application would not receive the principal.
    if (request.headers_in["Connection"] or ""):lower():find("anchord", 1, true) then
        return 400
    end
    local certificate = request:ssl_var_lookup("SSL_CLIENT_CERT")
    local lines, cause = ask(certificate ~= "" and certificate and percent_encoded(certificate))
    local status = lines and lines[1] and lines[1]:match("^HTTP/1%.1 (%d%d%d) ")
    if not status then
        request:err("anchord did not answer: " .. tostring(cause))
        return 500
    end
    local fields = {}
    for index = 2, #lines do
        local name, value = lines[index]:match("^([%w-]+):%s*(.-)%s*$")
        if name then
            fields[name:lower()] = value
        end
    end
    request.notes["anchord-decision"] = fields["anchord-decision"]
    request.notes["anchord-reasons"] = fields["anchord-reasons"]
    if status == "200" then
        request.headers_in["Anchord-Principal"] = fields["anchord-principal"]
        request.headers_in["Anchord-Principal-Kind"] = fields["anchord-principal-kind"]
        request.headers_in["Anchord-Decision"] = fields["anchord-decision"]
        return apache2.OK
    end
    return (status == "401" or status == "403") and 403 or 500
end
