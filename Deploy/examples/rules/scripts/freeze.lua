-- Rejects certificates that were issued from 20 December to 2 January of any year.
-- The decision depends on the certificate only.
cacheFor = 86400

-- Returns the month and the day of a time in seconds since 1970, in UTC.
local function date(seconds)
    local days = seconds // 86400 + 719468
    local era = days // 146097
    local day = days - era * 146097
    local year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    local ordinal = day - (365 * year + year // 4 - year // 100)
    local shifted = (5 * ordinal + 2) // 153
    return shifted < 10 and shifted + 3 or shifted - 9, ordinal - (153 * shifted + 2) // 5 + 1
end

function evaluate(trust, host)
    local month, day = date(trust.path[1].notBefore)
    if month == 12 and day >= 20 or month == 1 and day <= 2 then
        return false, string.format("the certificate was issued on %d-%02d, during the freeze", month, day)
    end
    return true
end
