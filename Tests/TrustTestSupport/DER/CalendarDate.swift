/// A day of the Gregorian calendar, counted from 1970; years from 1.
struct CalendarDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970: Int) {
        let days = daysSince1970 + Self.daysBefore(year: 1970)
        // Years have at most 366 days, so the estimate is never too late.
        var year = max(1, days / 366)
        while Self.daysBefore(year: year + 1) <= days { year += 1 }
        var rest = days - Self.daysBefore(year: year)
        var month = 1
        while rest >= Self.length(of: month, in: year) {
            rest -= Self.length(of: month, in: year)
            month += 1
        }
        self.init(year: year, month: month, day: rest + 1)
    }

    var daysSince1970: Int {
        let months = (1..<month).reduce(0) { $0 + Self.length(of: $1, in: year) }
        return Self.daysBefore(year: year) - Self.daysBefore(year: 1970) + months + day - 1
    }

    private static func daysBefore(year: Int) -> Int {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
