/// A day of the Gregorian calendar, and its number from 1 January 1970.
struct CivilDay {
  let year: Int
  /// From 1 to 12.
  let month: Int
  /// From 1.
  let day: Int
  let number: Int

  /// Creates the day with these numbers; `nil` if it does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
    // Years start in March, so that a leap day is the last day of its year.
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = floorDivided(shifted, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  init(number: Int) {
    self.number = number
    let (era, dayOfEra) = floorDivided(number + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
