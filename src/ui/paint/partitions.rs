//! The log as a log: each partition's records by offset, how far the group has committed, how far its reader is.

use super::super::html::Html;
use super::super::state::State;
use crate::view::matrix::Panel;
use crate::view::partitions;

/// So many records of a partition are shown: its newest.
const RECORDS: usize = 16;

/// The partitions at the cursor; nothing for a run over a queue.
pub fn log(state: &State, panel: Panel) -> Vec<Html> {
    let t = state.t;
    let mut h = Html::new();
    let Some(now) = state.now(panel) else { return Vec::new() };
    let all = partitions::at(&now.shown.run, now.step);
    if all.is_empty() {
        return vec![h];
    }
    h.m("<section class=\"the-log\" aria-label=\"").t(&state.named(t.the_log, panel)).m("\"><h3>");
    h.t(t.the_log).m("</h3>");
    for (n, partition) in all.iter().enumerate() {
        h.m("<div class=\"partition\"><p><b>").t(t.partition).m(" ").n(n).m("</b> ");
        match partition.owner {
            Some(worker) => h.t(t.read_by).m(" ").d(&worker),
            None => h.t(t.read_by_nobody),
        };
        h.m(" · ").t(t.committed_to).m(" ").d(&partition.committed);
        h.m(" · ").t(t.read_to).m(" ").d(&partition.position).m("</p><ol class=\"records\" start=\"");
        let from = partition.records.len().saturating_sub(RECORDS);
        h.n(from).m("\">");
        for (offset, event) in partition.records.iter().enumerate().skip(from) {
            let offset64 = offset as u64;
            h.m("<li class=\"record").m_if(offset64 < partition.committed, " committed");
            h.m_if(offset64 < partition.position, " read")
                .m_if(offset64 + 1 == partition.committed, " last-committed");
            h.m("\"><i>").n(offset).m("</i> ").tag(*event).m("</li>");
        }
        h.m("</ol></div>");
    }
    h.m("</section>");
    vec![h]
}
