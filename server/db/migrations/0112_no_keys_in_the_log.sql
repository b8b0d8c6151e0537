-- Values of secrets in addresses that earlier entries of the activity log hold
update activity
set changes = regexp_replace(
  changes::text,
  '([?&](?:[^=&"\\]*(?:token|passw|pwd|secret|api[_-]?key|access[_-]?key|signature|credential)[^=&"\\]*|(?:[^=&"\\]*[_-])?(?:key|pass|auth|authorization|sig|sas))=)[^&"#\\]+',
  '\1••••',
  'gi')::jsonb
where type in ('feed.settings', 'custom_feed.add', 'custom_feed.save')
  and changes::text like '%?%=%';
