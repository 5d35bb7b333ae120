use super::record::Record;

/// Bits of a static value that the table drops: a 128th of a doubling of the odds is told apart.
const DROPPED_BITS: u32 = 4;

const ENTRIES: usize = 1 << (16 - DROPPED_BITS);

/// The priors of children before they are scaled to sum to one: the odds of winning by static value, to the power
/// of one over the temperature. A look-up, because every step of every simulation needs one a child.
pub(super) struct PriorTable(Box<[f32; ENTRIES]>);

impl PriorTable {
    pub(super) fn new(temperature: f32) -> PriorTable {
        let mut table = Box::new([0.0; ENTRIES]);
        for (index, entry) in table.iter_mut().enumerate() {
            let middle = ((index << DROPPED_BITS) + (1 << (DROPPED_BITS - 1))) as u16;
            *entry = Record::odds_of_value(middle, 1.0 / temperature);
        }
        PriorTable(table)
    }

    /// Bytes of the table.
    pub(super) const BYTES: usize = ENTRIES * size_of::<f32>();

    #[inline]
    pub(super) fn of(&self, record: Record) -> f32 {
        self.0[usize::from(record.value() >> DROPPED_BITS)]
    }
}
