-- what a feed's standing is decided from: its newest ended run that counts, its newest good one, its held one, and its runs of 48 hours
create index feed_run_counted on feed_run (feed_id, end_tm desc nulls last) where state in ('applied', 'unchanged', 'held', 'rejected', 'failed');
create index feed_run_good on feed_run (feed_id, end_tm desc nulls last) where state in ('applied', 'unchanged');
create index feed_run_held on feed_run (feed_id, feed_run_id) where state = 'held';
create index feed_run_span on feed_run (feed_id, insert_tm desc);
