-- Another product of the supplier for which the same ASIN is suggested as sure.
create index product_asin_candidate_sure on product_asin_candidate (asin)
  where class = 'green' or reasons @> '[{"code": "also_for"}]';
