// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Unpacks what is packed by "deflate", and computes the checksum of ZIP archives.
enum Inflater {
    /// No packed byte unpacks to more than about so many.
    private static let largestRatio = 1_032

    /// Unpacks bytes.
    ///
    /// No more memory is used than the unpacked bytes need, however many there would be.
    ///
    /// - Parameters:
    ///   - packed: All the packed bytes, and nothing behind them.
    ///   - size: How many bytes they unpack to.
    /// - Returns: The unpacked bytes; nil if the packed ones are damaged or unpack to another number.
    static func inflate(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        // A size that cannot be reached is not asked for.
        guard size >= 0, size <= LaunchRuleSet.sizeLimit, packed.count <= RuleArchive.sizeLimit,
            size <= packed.count * largestRatio
        else { return nil }
        // Input is not written to, although the type allows it.
        var input = Array(packed)
        var isWhole = false
        // The byte beyond the size is there to be missed.
        let unpacked = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                var stream = z_stream()
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                // Without the header of zlib, as in archives.
                guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
                else { return }
                let result = CZlib.inflate(&stream, Z_FINISH)
                inflateEnd(&stream)
                count = buffer.count - Int(stream.avail_out)
                isWhole = result == Z_STREAM_END && stream.avail_in == 0 && count == size
            }
        }
        return isWhole ? unpacked : nil
    }

    /// Computes the CRC-32 of bytes.
    static func checksum(of bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in Int(crc32(0, bytes.baseAddress, UInt32(bytes.count))) }
    }
}
