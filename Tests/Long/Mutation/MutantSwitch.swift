// SPDX-License-Identifier: Apache-2.0

/// What each module of the copy gets, beside the operators of its mutants.
///
/// `MUTANT` is the number of the one that is switched on. With `MUTANT_REACHED`, the numbers of those that are reached are
/// added to that file, each once a process.
enum MutantSwitch {
    static let source = """
        #if canImport(Glibc)
            import Glibc
        #elseif canImport(Darwin)
            import Darwin
        #endif

        enum MutantSwitch {
            private static let chosen: Int = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
            private static let file: Int32 = {
                guard let path = getenv("MUTANT_REACHED") else { return -1 }
                // A program that runs without a standard stream has it no less for this file.
                let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
                defer { close(file) }
                return fcntl(file, F_DUPFD_CLOEXEC, 64)
            }()
            // Two threads may both write a number: twice is as good as once.
            nonisolated(unsafe) private static let reached = {
                let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 65_536)
                flags.initialize(repeating: false, count: 65_536)
                return flags
            }()

            @inline(never) static func isOn(_ id: Int) -> Bool {
                if file >= 0, id < 65_536, !reached[id] {
                    reached[id] = true
                    let line = Array("\\(id)\\n".utf8)
                    _ = write(file, line, line.count)
                }
                return chosen == id
            }

            static func not(_ id: Int, _ value: Bool) -> Bool { isOn(id) ? !value : value }

            static func plus<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ id: Int, _ value: T, _ step: T) -> T {
                isOn(id) ? value + step : value
            }
        }
        """
}
