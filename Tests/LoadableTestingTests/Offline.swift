struct Offline: Error, Equatable {}
