/// A day of the Gregorian calendar, and its number from 1 January 1970; months and days start at 1.
struct CivilDay {
  let year: Int
  let month: Int
  let day: Int
  let number: Int

  /// Creates the day with these numbers; `nil` if it does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years start in March, so that a leap day is the last day of its year.
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = floorDivided(shifted, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    // A day after the end of its month belongs to the next month.
    if self.month != month { return nil }
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
}

/// Divides with a remainder that is not negative.
func floorDivided(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
