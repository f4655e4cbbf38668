/// Bounds for what all policies of a written set have together from the files of the upload.
///
/// A file is read once for all policies that name it, but each policy has structures of its own for its certificates and values. A
/// small upload could therefore need any time and memory.
struct UploadAllowance {
    /// The certificates, keys, CRLs and OCSP responses, counted for each policy that names their file.
    let materials = MaterialAllowance(100_000)
    /// The values of constraints, counted for each constraint that names their file.
    let values = MaterialAllowance(500_000)

    /// The message for a set that exceeds an allowance.
    static func reasonForRefusingMore(_ plural: String, than allowance: MaterialAllowance) -> String {
        "the policies of the set have more than \(allowance.total) \(plural) from files in total; each policy that "
            + "names a file counts"
    }
}
