@testable import MarbleEngine
import TestSupport
import Testing

/// The names of functions in reports.
@Suite(.needs(.outsideWork)) struct CallPlaceTests {
  @Test(arguments: ["$s3AppyyYacfU1_", "$s3AppSiyXEfU0_", "$s3AppyyYacfU1_TY0_"])
  func `a closure in the top-level code of a program is reported as such`(name: String) {
    #expect(CallPlace.readable(name, withParameters: true) == "top-level code")
  }

  @Test func `a closure in a function is reported with the function`() {
    #expect(CallPlace.readable("$s3App1fyyYaFyyYacfU_", withParameters: true) == "f()")
  }
}
