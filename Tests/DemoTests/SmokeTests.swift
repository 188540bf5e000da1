import Testing

@testable import Demo

@Test func `the demo builds`() {}
