/// The Lua text that assembles the globals of scripts when a state is created.
///
/// It omits all functions that could reach files, processes, bytecode or other scripts. Functions whose work depends on
/// their arguments are written in Lua, so that their instructions are counted, or are host functions with a cost.
enum LuaPrelude {
    static let source = #"""
        local strings, numbers, host = ...
        local setmetatable, getmetatable, rawtype, error, next = setmetatable, getmetatable, type, error, next
        local select, tonumber = select, tonumber
        local byte, sub, format, find, match = strings.byte, strings.sub, strings.format, host.find, host.match
        local tointeger = numbers.tointeger
        local maximumLength <const> = 16384
        local maximumUnpacked <const> = 200

        local function type(value)
            local name = rawtype(value)
            return name == "userdata" and "table" or name
        end

        -- The text of a table or a function in Lua would be its address.
        local function tostring(value)
            local name = type(value)
            if name == "string" then return value end
            if name == "number" then return "" .. value end
            if name == "boolean" then return value and "true" or "false" end
            return name
        end

        local function integer(value, name)
            local number = tointeger(value)
            if not number then error(name .. " is not a whole number", 3) end
            return number
        end

        -- The metatable is copied, so that the script cannot add one of the refused fields later.
        local function checkedSetmetatable(object, metatable)
            if rawtype(object) ~= "table" then error("setmetatable expects a table", 2) end
            if metatable == nil then return setmetatable(object, nil) end
            if rawtype(metatable) ~= "table" then error("setmetatable expects a table as metatable", 2) end
            local copy = {}
            for key, value in next, metatable do
                if key == "__gc" or key == "__close" or key == "__mode" then
                    error("setmetatable does not accept " .. key, 2)
                end
                copy[key] = value
            end
            if copy.__metatable == nil then copy.__metatable = metatable end
            if getmetatable(object) ~= nil then error("the table already has a metatable", 2) end
            return setmetatable(object, copy)
        end

        local function step(list, index)
            index = index + 1
            local value = list[index]
            if value ~= nil then return index, value end
        end

        local function ipairs(list) return step, list, 0 end

        local string = {
            byte = byte, char = strings.char, len = strings.len, lower = strings.lower, reverse = strings.reverse,
            sub = sub, upper = strings.upper, find = find, match = match,
        }

        function string.startswith(text, prefix) return sub(text, 1, #prefix) == prefix end

        function string.endswith(text, suffix) return suffix == "" or sub(text, -#suffix) == suffix end

        function string.rep(text, count, separator)
            count = integer(count, "the count")
            if count < 1 then return "" end
            separator = separator or ""
            local length = #text + #separator
            if length == 0 then return "" end
            if count > maximumLength // length + 1 then error("the text would be too long", 2) end
            -- Doubles the repeated part, so that the number of copies is logarithmic.
            local result, part = "", separator .. text
            count = count - 1
            while count > 0 do
                if count % 2 == 1 then result = result .. part end
                count = count // 2
                if count > 0 then part = part .. part end
            end
            return text .. result
        end

        -- Refuses %p, the address of a value.
        local function checkFormat(text)
            local position = find(text, "%")
            while position do
                position = position + 1
                while find("-+ #.0123456789", sub(text, position, position)) and position <= #text do
                    position = position + 1
                end
                if sub(text, position, position) == "p" then error("string.format does not accept %p", 3) end
                position = find(text, "%", position + 1)
            end
        end

        function string.format(text, ...)
            checkFormat(text)
            local count = select("#", ...)
            if count > 32 then error("string.format has more than 32 arguments", 2) end
            local values = {...}
            for index = 1, count do
                local name = type(values[index])
                if name ~= "number" and name ~= "string" then values[index] = tostring(values[index]) end
            end
            return format(text, values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8],
                values[9], values[10], values[11], values[12], values[13], values[14], values[15], values[16],
                values[17], values[18], values[19], values[20], values[21], values[22], values[23], values[24],
                values[25], values[26], values[27], values[28], values[29], values[30], values[31], values[32])
        end

        local table = {}

        function table.concat(list, separator, first, last)
            separator, first, last = separator or "", integer(first or 1, "the start"), integer(last or #list, "the end")
            if first > last then return "" end
            local result = tostring(list[first])
            for index = first + 1, last do result = result .. separator .. tostring(list[index]) end
            return result
        end

        function table.insert(list, position, ...)
            local count = #list
            if select("#", ...) == 0 then
                list[count + 1] = position
                return
            end
            position = integer(position, "the position")
            if position < 1 or position > count + 1 then error("the position is out of bounds", 2) end
            for index = count, position, -1 do list[index + 1] = list[index] end
            list[position] = (...)
        end

        function table.remove(list, position)
            local count = #list
            position = integer(position or count, "the position")
            if count == 0 and position == 0 then return nil end
            if position < 1 or position > count + 1 then error("the position is out of bounds", 2) end
            local value = list[position]
            for index = position, count do list[index] = list[index + 1] end
            return value
        end

        function table.move(list, first, last, target, other)
            other = other or list
            first, last, target = integer(first, "the start"), integer(last, "the end"), integer(target, "the target")
            if target > first then
                for offset = last - first, 0, -1 do other[target + offset] = list[first + offset] end
            else
                for offset = 0, last - first do other[target + offset] = list[first + offset] end
            end
            return other
        end

        local function unpack(list, first, last)
            if first > last then return end
            return list[first], unpack(list, first + 1, last)
        end

        function table.unpack(list, first, last)
            first, last = integer(first or 1, "the start"), integer(last or #list, "the end")
            -- The difference of distant numbers is negative, because it overflows.
            if last >= first and (last - first < 0 or last - first >= maximumUnpacked) then
                error("table.unpack returns at most 200 values", 2)
            end
            return unpack(list, first, last)
        end

        local math = {}
        for name, value in next, numbers do
            if name ~= "random" and name ~= "randomseed" then math[name] = value end
        end

        local globals = {
            assert = assert, error = error, getmetatable = getmetatable, ipairs = ipairs, next = next, pairs = host.pairs,
            print = function(...)
                local texts = {}
                for index = 1, select("#", ...) do texts[index] = tostring((select(index, ...))) end
                host.print(table.concat(texts, "\t"))
            end,
            rawequal = rawequal, select = select, setmetatable = checkedSetmetatable, tonumber = tonumber,
            tostring = tostring, type = type,
            string = host.seal(string), table = host.seal(table), math = host.seal(math),
        }
        return globals, string
        """#
}
