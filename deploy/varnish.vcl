# Varnish in front of the site (CDN_PURGE=http://127.0.0.1:6081/): pages stay until what they show changes.
# Only the address named "purge" takes PURGE, so that no visitor sends one, nor a TLS terminator on this machine for him:
# varnishd -a :80 -a purge=127.0.0.1:6081 -f varnish.vcl
vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  # The product keeps the request ID of a trusted proxy: no visitor may choose it.
  unset req.http.X-Request-Id;
  if (local.socket == "purge" || req.method == "PURGE") {
    if (local.socket != "purge" || req.method != "PURGE" || !req.http.Surrogate-Key) {
      return (synth(403));
    }
    if (req.http.Surrogate-Key == "*") {
      ban("obj.status != 0");
    } else {
      ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, "\s+", "|") + ")(\s|$)");
    }
    return (synth(200));
  }
  # Visitors have no cookie; who has one is signed in and asks the site.
}

sub vcl_backend_response {
  if (beresp.http.CDN-Cache-Control ~ "stale-while-revalidate=60") {
    set beresp.grace = 60s;
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.CDN-Cache-Control;
}
