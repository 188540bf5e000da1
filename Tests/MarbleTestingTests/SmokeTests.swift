import Testing
import MarbleTesting

@Test func `the module builds`() {}
